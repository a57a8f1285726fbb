import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** In development nobody stands between Vite and the browser who would fill the page's settings. */
function developmentPageSettings(): Plugin {
  const settings: Record<string, string> = { SUPPORT_EMAIL: 'support@coverlight.test', ENVIRONMENT: 'development', CSP_NONCE: '' };
  return {
    name: 'development-page-settings',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replaceAll(/%(SUPPORT_EMAIL|ENVIRONMENT|CSP_NONCE)%/g, (whole, name: string) => settings[name] ?? whole),
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), developmentPageSettings()],
  server: { port: 5173, proxy: { '/api': process.env.API_ORIGIN ?? 'http://localhost:3000' } },
  build: {
    outDir: here('../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Kept for reading stack traces; the server does not hand maps out.
    sourcemap: 'hidden',
    // The content security policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
    // An inline polyfill would need a script nonce.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            { name: 'ui', test: /node_modules[\\/](@mantine|@floating-ui)[\\/]/, minShareCount: 3, minSize: 12_000, priority: 10 },
          ],
        },
      },
    },
  },
});
