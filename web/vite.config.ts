import { defineConfig, type Plugin } from 'vite';

/** The page's own files, images and workers from its memory, and WebAssembly; nothing inline and nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src blob:",
  "style-src 'self'",
  "img-src data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** While developing, styles are injected, so the policy is for the built page alone. */
const policy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
};

export default defineConfig({
  // So that the folder can be put anywhere.
  base: './',
  plugins: [policy],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
  worker: { format: 'es' },
});
