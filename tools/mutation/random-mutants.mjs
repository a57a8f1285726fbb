/** Every small change that a slip of the hand could make to the rules in packages/domain, as `{ name, file, start, end, to }`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

const DOMAIN = 'packages/domain/src';
const OTHER_OPERATOR = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};
const OTHER_METHOD = { some: 'every', every: 'some', min: 'max', max: 'min' };
/** Calls that give something of the kind they are called on, so that they can be left out. */
const CAN_BE_LEFT_OUT = new Set([
  'filter',
  'toSorted',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'replace',
  'replaceAll',
]);

/**
 * Texts and the keys of tables are left as they are: they are judged by reading, and a test that repeats them proves nothing.
 * @param {string} root of the repository
 * @param {RegExp} files which of the domain's files, by path
 */
export function everyMutant(root, files) {
  return readdirSync(join(root, DOMAIN), { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(DOMAIN, name))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && files.test(file))
    .toSorted()
    .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** @param {string} file @param {string} source */
export function mutantsOf(file, source) {
  const found = [];
  visit(parseSync(file, source).program, (node) => {
    for (const [start, end, to] of changesOf(node, source)) {
      const line = source.slice(0, start).split('\n').length;
      const was = source.slice(start, end).replaceAll(/\s+/g, ' ').trim();
      found.push({ name: `${file}:${line}: ${shortened(was)} -> ${to === '' ? '(nothing)' : to}`, file, start, end, to });
    }
  });
  return found;
}

const shortened = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

/** Types are not run, so nothing in them is changed. */
function visit(node, see) {
  if (Array.isArray(node)) return node.forEach((one) => visit(one, see));
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
  if (node.type.startsWith('TS') && node.expression === undefined) return;
  if (node.type === 'ImportDeclaration') return;
  see(node);
  const isTable = node.type === 'Property' && node.key.type === 'Literal';
  const left = isTable ? ['key'] : ['typeAnnotation', 'typeArguments', 'returnType'];
  for (const [key, child] of Object.entries(node)) if (!left.includes(key)) visit(child, see);
}

/** @returns {[start: number, end: number, to: string][]} */
function changesOf(node, source) {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorOf(node, source);
    case 'UnaryExpression':
      return node.operator === '!' ? [[node.start, node.argument.start, '']] : [];
    case 'ConditionalExpression':
    case 'IfStatement':
      return ['true', 'false'].map((to) => [node.test.start, node.test.end, to]);
    case 'ExpressionStatement':
      return [[node.start, node.end, ';']];
    case 'ArrayExpression':
      return node.elements.length < 2 ? [] : node.elements.map((_, index) => withoutElement(node.elements, index));
    case 'Literal':
      return literalOf(node);
    case 'CallExpression':
      return callOf(node);
    default:
      return [];
  }
}

function operatorOf({ left, operator, end }, source) {
  if (operator === '??') return [[left.end, end, '']];
  const to = OTHER_OPERATOR[operator];
  const start = source.indexOf(operator, left.end);
  return to === undefined ? [] : [[start, start + operator.length, to]];
}

function withoutElement(elements, index) {
  const next = elements[index + 1];
  return next ? [elements[index].start, next.start, ''] : [elements[index - 1].end, elements[index].end, ''];
}

function literalOf({ start, end, value }) {
  if (typeof value === 'boolean') return [[start, end, String(!value)]];
  return typeof value === 'number' ? [[start, end, String(value + 1)]] : [];
}

function callOf({ callee, end }) {
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const { name, start, end: nameEnd } = callee.property;
  return [
    ...(Object.hasOwn(OTHER_METHOD, name) ? [[start, nameEnd, OTHER_METHOD[name]]] : []),
    ...(CAN_BE_LEFT_OUT.has(name) ? [[callee.object.end, end, '']] : []),
  ];
}

/** All of them, each when it is asked for, in an order that the seed decides. */
export function* draw(mutants, seed) {
  const left = [...mutants];
  let state = seed >>> 0;
  // Mulberry32: short, and even enough for a draw.
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  while (left.length > 0) yield* left.splice(Math.floor(random() * left.length), 1);
}
