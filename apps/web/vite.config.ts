import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Takes only what its test names; what that imports goes where it belongs. */
const ALONE = { includeDependenciesRecursively: false };

/**
 * Few files instead of many small ones, cut so that a public screen loads nothing it cannot use: what opens over the page or chooses
 * from lists comes after signing in, and so do the hooks behind it.
 */
const CHUNKS = [
  { name: 'react', test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 50 },
  {
    name: 'ui',
    test: /node_modules[\\/]@mantine[\\/](hooks(?![\\/]esm[\\/]use-(debounced|long-press|pagination|focus|click-outside|clipboard))|core[\\/]esm[\\/](core|utils(?![\\/]Floating)|components[\\/](Alert|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|Paper|PasswordInput|Skeleton|Stack|Text|TextInput|Title|UnstyledButton|ActionIcon)))[\\/]/,
    priority: 40,
  },
  {
    name: 'app',
    test: /node_modules[\\/](@tanstack(?!.*([iI]nfiniteQueryObserver|useInfiniteQuery))|zod|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/](\w+\.|icons[\\/]Icon(AlertTriangle|AlertCircle|Check|InfoCircle|X)\.))|apps[\\/]web[\\/]src[\\/](lib[\\/](?!use-(sent-form|address|single-mutation)|upload)|features[\\/]auth[\\/]auth.queries|ui[\\/](page-title|error-banner|toast|theme|calendar-date|money|confirm-dialog))|packages[\\/]contract[\\/]src[\\/](\w+\.|auth[\\/](auth|terms)|users[\\/]user\.)/,
    priority: 30,
  },
  {
    ...ALONE,
    name: 'boxes',
    test: /components[\\/]Checkbox[\\/]|src[\\/]ui[\\/](digit-mask|digits-input)/,
    priority: 26,
  },
  {
    ...ALONE,
    name: 'forms',
    test: /node_modules[\\/]react-hook-form[\\/]|apps[\\/]web[\\/]src[\\/](ui[\\/](two-columns|fields|tied-field|sent-form|leave-guard|form-states)|lib[\\/]use-sent-form|features[\\/]auth[\\/](auth-card|signed-in-note|registered|new-password-fields))/,
    minShareCount: 2,
    priority: 25,
  },
  {
    ...ALONE,
    name: 'dialog',
    test: /components[\\/](Modal|ModalBase)[\\/]|node_modules[\\/](react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)[\\/]|src[\\/]ui[\\/]dialog/,
    priority: 24,
  },
  {
    // What lists of inquiries are asked for, and what stands above them: an answer has no use for it.
    ...ALONE,
    name: 'lists',
    test: /features[\\/](inquiries[\\/]list-(filters|period)|onboarding[\\/])|packages[\\/]contract[\\/]src[\\/]onboarding/,
    minShareCount: 2,
    priority: 24,
  },
  {
    ...ALONE,
    name: 'tables',
    test: /src[\\/]ui[\\/](data-table|paged-table|empty-state|search-box)|icons[\\/]Icon(ArrowDown|ArrowUp|ArrowsSort|Search)\.|users\.queries|components[\\/]Pagination[\\/]/,
    priority: 24,
  },
  {
    // Of patients, which their own pages share with answers.
    ...ALONE,
    name: 'persons',
    test: /features[\\/]persons[\\/](persons\.queries|check-count)|packages[\\/]contract[\\/]src[\\/]persons[\\/]persons\./,
    priority: 26,
  },
  {
    ...ALONE,
    name: 'inquiry-form',
    test: /features[\\/](inquiries[\\/](form[\\/](?!recent|service-type-field)|inquiry-(new|copy|draft)-page)|payers[\\/])|packages[\\/]contract[\\/]src[\\/]payers[\\/]payers\.|packages[\\/]domain[\\/]src[\\/](inquiries[\\/](required-fields|care-choice)|payers[\\/](usable-pattern|payer-search))|components[\\/]Fieldset[\\/]/,
    priority: 23,
  },
  {
    ...ALONE,
    name: 'number-fields',
    test: /apps[\\/]web[\\/]src[\\/]ui[\\/](number-fields|digits-field)|packages[\\/]domain[\\/]src[\\/]providers[\\/]npi/,
    minShareCount: 2,
    priority: 23,
  },
  {
    // Forms of the admin area need no tables.
    ...ALONE,
    name: 'admin-lists',
    test: /apps[\\/]web[\\/]src[\\/](lib[\\/]use-address|features[\\/]admin[\\/](admin-list|row-switch|open-toggle|(?!inquiries)(\w+[\\/])?[\w-]+-(table|columns)\.tsx))/,
    minShareCount: 2,
    priority: 25,
  },
  {
    ...ALONE,
    name: 'textarea',
    test: /components[\\/]Textarea[\\/]/,
    priority: 25,
  },
  {
    ...ALONE,
    name: 'admin-uploads',
    test: /components[\\/](FileInput|FileButton)[\\/]|apps[\\/]web[\\/]src[\\/]features[\\/]admin[\\/]((csv|use)-)?upload/,
    minShareCount: 2,
    priority: 25,
  },
  {
    // Of what the admin area knows of inquiries other admin screens need nothing.
    ...ALONE,
    name: 'admin-inquiries',
    test: /apps[\\/]web[\\/]src[\\/]features[\\/]admin[\\/]inquiries[\\/](?!reason-gate|access-reason)|packages[\\/]contract[\\/]src[\\/]admin[\\/]admin-inquiries/,
    minShareCount: 2,
    priority: 25,
  },
  {
    // Above all that other screens share, so that nobody else loads it; what only some of them share the others do without.
    ...ALONE,
    name: 'admin',
    test: /apps[\\/]web[\\/]src[\\/]features[\\/]admin[\\/](?!inquiries[\\/](?!reason-gate|access-reason)|organizations[\\/](organization-failure|why-no-invites))|packages[\\/]contract[\\/]src[\\/]admin[\\/](?!admin-inquiries)/,
    minShareCount: 2,
    priority: 24,
  },
  {
    // What floats over the page; an answer needs none of it until something is pressed.
    ...ALONE,
    name: 'choices',
    test: /node_modules[\\/](@floating-ui|@mantine[\\/]core[\\/]esm[\\/](utils[\\/]Floating|components[\\/](Popover|Combobox|Select|MultiSelect|ScrollArea|Menu|Tooltip|Floating)))[\\/]/,
    minShareCount: 2,
    priority: 23,
  },
  {
    ...ALONE,
    name: 'parts',
    test: /node_modules[\\/]@mantine[\\/]|@tabler|apps[\\/]web[\\/]src[\\/](lib[\\/](?!upload)|ui[\\/](?!switch-field|checkbox-field|number-fields|digits-field)|features[\\/]((payers|providers|users)[\\/]\w+\.queries|users[\\/]levels|inbox[\\/]inbox\.queries|inquiries[\\/](person-links|changes[\\/]gravity-badges)|invites[\\/]accepted-cell|auth[\\/]device-name|billing[\\/]subscription-status))|packages[\\/](contract[\\/]src[\\/](payers|providers|users|inbox|persons[\\/]changes|inquiries[\\/]form-fields|billing[\\/]subscription\.schema)|domain[\\/]src[\\/](changes[\\/]change(-codes|s-sentence)|invites[\\/]invite-state|payers[\\/](default-schema|offered-combos)))/,
    minShareCount: 2,
    priority: 22,
  },
  {
    // What stands behind a value, opened by a press on it, of an answer and of a case.
    ...ALONE,
    name: 'sources',
    test: /features[\\/]inquiries[\\/]coverage[\\/](source-lines|raw-line|source-popover\.module)/,
    minShareCount: 2,
    priority: 26,
  },
  {
    // Of an answer, which practices and admins see; the list needs no more of it than the status. What it knows of cases is part of it.
    ...ALONE,
    name: 'answer',
    test: /apps[\\/]web[\\/]src[\\/]features[\\/](cases[\\/](cases\.queries|case-words)|reimbursements[\\/]may-see|inquiries[\\/]coverage[\\/](?!payer-text|use-printing|coverage\.queries))|packages[\\/]contract[\\/]src[\\/]cases[\\/](case|call-sheet|network-rule)|packages[\\/]domain[\\/]src[\\/]inquiries[\\/](answer-words|record-warnings|coverage[\\/](?!seen-status|status-(?!warnings)|line-kind|care-levels|plan-level|other-company|company-names))/,
    minShareCount: 2,
    priority: 23,
  },
  {
    ...ALONE,
    name: 'inquiries',
    // What public screens share among themselves stays small and apart.
    test: /apps[\\/]web[\\/]src[\\/]features[\\/]inquiries[\\/]|packages[\\/](domain|contract)[\\/]src[\\/]inquiries[\\/]/,
    minShareCount: 2,
    priority: 20,
  },
];

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

/** Of two files that import each other one runs before what it needs is there. Which modules go into which file decides it. */
function noFilesInARing(): Plugin {
  return {
    name: 'no-files-in-a-ring',
    apply: 'build',
    generateBundle(_options, bundle) {
      const importsOf = (file: string) => {
        const chunk = bundle[file];
        return chunk?.type === 'chunk' ? chunk.imports : [];
      };
      const isBehind = new Set<string>();
      const follow = (file: string, path: readonly string[]) => {
        if (path.includes(file)) this.error(`Files import each other: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`);
        if (isBehind.has(file)) return;
        for (const next of importsOf(file)) follow(next, [...path, file]);
        isBehind.add(file);
      };
      for (const file of Object.keys(bundle)) follow(file, []);
    },
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), developmentPageSettings(), noFilesInARing()],
  server: { port: 5173, proxy: { '/api': process.env.API_ORIGIN ?? 'http://localhost:3000' } },
  // A stand-in for older versions of what React itself has.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
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
        codeSplitting: { groups: CHUNKS },
      },
    },
  },
});
