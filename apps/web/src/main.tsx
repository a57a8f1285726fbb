import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { letPageBeLeft } from './app/page-leaving.ts';
import { Providers } from './app/providers.tsx';
import { pageSettings } from './lib/page-settings.ts';
import { Router } from './app/router.tsx';

// The scroll lock under Mantine's dialogs writes a style element of its own and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: pageSettings.cspNonce });

letPageBeLeft();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
);
