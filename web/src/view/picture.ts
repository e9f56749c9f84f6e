// Picture mode: a photo from this device, cut to the board's shape. It never leaves the page.

import type { Size } from '../board';

/** Pixels along the longer side: enough for every screen, small enough for every phone. */
const LONGEST = 1400;

export class Picture {
  #photo: ImageBitmap | undefined;
  #address: string | null = null;
  #cut: { readonly photo: ImageBitmap; readonly rows: number; readonly cols: number } | undefined;

  /** Where the cut picture is, for style sheets. */
  get address(): string | null {
    return this.#address;
  }

  /** @throws if the file is no picture that the browser knows. */
  async choose(file: Blob): Promise<void> {
    const photo = await createImageBitmap(file);
    this.#photo?.close();
    this.#photo = photo;
  }

  remove(): void {
    this.#photo?.close();
    this.#photo = undefined;
    this.#cut = undefined;
    this.#show(null);
  }

  /** Cuts the photo to a size; true if the address changed. */
  async fit(size: Size): Promise<boolean> {
    const photo = this.#photo;
    if (!photo) return false;
    if (this.#cut?.photo === photo && this.#cut.rows === size.rows && this.#cut.cols === size.cols) return false;
    this.#cut = { photo, rows: size.rows, cols: size.cols };
    // The largest part of the board's shape, from the middle.
    const side = Math.min(photo.width / size.cols, photo.height / size.rows);
    const [width, height] = [side * size.cols, side * size.rows];
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const [left, top] = [(photo.width - width) / 2, (photo.height - height) / 2];
    canvas.getContext('2d')?.drawImage(photo, left, top, width, height, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
    if (!blob || this.#photo !== photo) return false;
    this.#show(URL.createObjectURL(blob));
    return true;
  }

  #show(address: string | null): void {
    if (this.#address) URL.revokeObjectURL(this.#address);
    this.#address = address;
  }
}
