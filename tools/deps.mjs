/** `npm run deps`: checks every import against tools/dependency-rules.mjs, and that no modules and no features import each other in a circle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { rules, testFile } from './dependency-rules.mjs';

/** @typedef {{ from: string, to: string, isType: boolean }} Import */

/**
 * @param {string} root folder that holds `apps` and `packages`
 * @returns {{ rule: string, message: string }[]} sorted by rule, then by file
 */
export function checkDependencies(root) {
  const files = ['apps', 'packages'].flatMap((folder) => sourceFiles(root, folder));
  const imports = files.flatMap((file) => readImports(root, file));
  const product = imports.filter(({ from }) => !testFile.test(from));
  return [...brokenRules(product), ...unresolved(root, imports), ...moduleCycles(product), ...featureCycles(product)];
}

function sourceFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules/'))
    .toSorted();
}

/** @returns {Import[]} */
function readImports(root, file) {
  const source = readFileSync(join(root, file), 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const found = [];
  const add = (specifier, isType) => found.push({ from: file, to: resolveSpecifier(file, specifier), isType });
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  }
  // Both `await import('...')` and the type `import('...').Name`; only those with a literal can be followed.
  for (const [, specifier] of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) add(specifier, false);
  return found;
}

/** The three ways a workspace is reached, as its package.json says; everything else comes from npm or Node. */
function resolveSpecifier(file, specifier) {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(dirname(file), path);
  if (path.startsWith('#')) return posix.join(file.split('/').slice(0, 2).join('/'), 'src', path.slice(1));
  if (path.startsWith('@coverlight/')) return path.replace(/^@coverlight\/(\w+)\//, 'packages/$1/src/');
  if (path.startsWith('node:')) return path;
  return `npm:${path.split('/', path.startsWith('@') ? 2 : 1).join('/')}`;
}

function brokenRules(imports) {
  return rules.flatMap((rule) =>
    imports.filter((one) => breaks(rule, one)).map(({ from, to }) => ({ rule: rule.name, message: `${from} imports ${to}. ${rule.why}` })),
  );
}

/** @param {import('./dependency-rules.mjs').Rule} rule @param {Import} one */
function breaks({ from, except, to, allowed, typesAllowed }, one) {
  const importer = from.exec(one.from);
  if (!importer || except?.test(one.from) || !to.test(one.to)) return false;
  if (typesAllowed && one.isType) return false;
  return !(typeof allowed === 'function' ? allowed(importer) : allowed)?.test(one.to);
}

function unresolved(root, imports) {
  return imports
    .filter(({ to }) => !/^(npm|node):/.test(to) && !existsSync(join(root, to)))
    .map(({ from, to }) => ({ rule: 'resolvable', message: `${from} imports ${to}, which does not exist.` }));
}

function moduleCycles(imports) {
  return findCycles(imports).map((cycle) => ({
    rule: 'no-module-cycle',
    message: `These import each other in a circle: ${cycle.join(' -> ')}`,
  }));
}

/** Two features may share modules in both directions without any module cycle; neither could then be understood or removed alone. */
function featureCycles(imports) {
  const edges = imports.flatMap(({ from, to }) => {
    const [a, b] = [featureOf(from), featureOf(to)];
    return a && b && a !== b ? [{ from: a, to: b }] : [];
  });
  return findCycles(edges).map((cycle) => ({
    rule: 'no-feature-cycle',
    message: `These features import each other in a circle: ${cycle.join(' -> ')}. ${examples(imports, cycle)}`,
  }));
}

function featureOf(file) {
  return /^apps\/\w+\/src\/features\/[\w-]+/.exec(file)?.[0];
}

function examples(imports, cycle) {
  const steps = cycle
    .slice(1)
    .map((to, index) => imports.find((one) => one.from.startsWith(`${cycle[index]}/`) && one.to.startsWith(`${to}/`)));
  return steps.flatMap((step) => (step ? [`${step.from} imports ${step.to}`] : [])).join('; ');
}

/** One circle for each place where there are any, as the list of its members with the first repeated at the end. */
function findCycles(edges) {
  const next = groupTargets(edges);
  const done = new Set();
  const cycles = [];
  const visit = (node, path) => {
    const start = path.indexOf(node);
    if (start !== -1) cycles.push([...path.slice(start), node]);
    if (start !== -1 || done.has(node)) return;
    for (const target of next.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return cycles;
}

function groupTargets(edges) {
  const targets = new Map();
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  return targets;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = checkDependencies(fileURLToPath(new URL('..', import.meta.url)));
  for (const { rule, message } of violations) console.error(`${rule}: ${message}`);
  if (violations.length > 0) process.exitCode = 1;
}
