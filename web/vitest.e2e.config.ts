import { defineConfig } from 'vitest/config';

// The browser takes its time on a busy machine; nothing here passes or fails by the clock.
export default defineConfig({
  test: { include: ['e2e/**/*.e2e.ts'], fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
});
