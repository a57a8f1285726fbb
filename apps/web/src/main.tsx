import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { Providers } from './app/providers.tsx';
import { Router } from './app/router.tsx';

// zod/mini says only 'Invalid input' until it is given a language.
z.config(z.locales.en());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
);
