/**
 * The direction of dependencies (ARCHITECTURE.md). A rule forbids an import whose importer matches `from` (and not `except`) and whose
 * target matches `to` (and not `allowed`). Targets are paths of the repository, `npm:NAME` or `node:NAME`. Test files are exempt: they import anything.
 * Each rule has a folder in tools/deps-fixture that breaks it, and a test that it is then reported.
 *
 * @typedef {{ name: string, why: string, from: RegExp, except?: RegExp, to: RegExp, allowed?: RegExp | ((from: RegExpExecArray) => RegExp), typesAllowed?: boolean }} Rule
 */

const serverSource = /^apps\/server\/src\//;
const feature = /^apps\/(?:server|web)\/src\/features\//;

/** @type {Rule[]} */
export const rules = [
  {
    name: 'contract-needs-zod-only',
    why: 'Browser and server both read the contract: it imports itself and zod.',
    from: /^packages\/contract\//,
    to: /./,
    allowed: /^(packages\/contract\/|npm:zod$)/,
  },
  {
    name: 'domain-is-pure',
    why: 'Rules depend on the vocabulary alone: no packages, no Node, no clock.',
    from: /^packages\/domain\//,
    to: /./,
    allowed: /^packages\/(domain|contract)\//,
  },
  {
    name: 'domain-takes-types',
    why: "What the domain takes from the contract is gone at run time, but for the one table of the form's values.",
    from: /^packages\/domain\//,
    to: /^packages\/contract\//,
    allowed: /^packages\/contract\/src\/inquiries\/form-fields\.ts$/,
    typesAllowed: true,
  },
  {
    name: 'x12-needs-nothing',
    why: 'Reading X12 is a thing of its own, good for any program: it imports itself alone.',
    from: /^packages\/x12\//,
    to: /./,
    allowed: /^packages\/x12\//,
  },
  {
    name: 'apps-apart',
    why: 'Server, web and sandbox meet over HTTP.',
    from: /^apps\/(\w+)\//,
    to: /^apps\//,
    allowed: ([, app]) => new RegExp(`^apps/${app}/`),
  },
  {
    name: 'sandbox-stands-alone',
    why: 'It plays the vendors: code shared with the server could make both wrong in the same way.',
    from: /^apps\/sandbox\//,
    to: /^packages\//,
  },
  {
    name: 'leaves',
    why: 'Routes and pages are mounted in one visible list and imported by nobody else.',
    from: /^apps\/(server|web)\/src\//,
    except: /^apps\/(server\/src\/app\.ts|web\/src\/app\/.*)$/,
    to: /(\.routes\.ts|-page\.tsx)$/,
  },
  {
    name: 'admin-on-top',
    why: 'Admin uses features; no feature knows that there is an admin area.',
    from: feature,
    except: /\/features\/admin\//,
    to: /\/features\/admin\//,
  },
  {
    name: 'adapters-at-root',
    why: 'Only deps.ts knows which vendor stands behind a port.',
    from: serverSource,
    except: /^apps\/server\/src\/(deps\.ts$|adapters\/)/,
    to: /^apps\/server\/src\/adapters\//,
  },
  {
    name: 'adapters-know-ports-only',
    why: 'An adapter turns a vendor into its port; it reads neither tables nor features nor settings.',
    from: /^apps\/server\/src\/adapters\//,
    to: /^apps\//,
    allowed: /^apps\/server\/src\/(adapters|ports)\//,
  },
  {
    name: 'no-peer-adapters',
    why: 'Removing a vendor removes one folder.',
    from: /^apps\/server\/src\/adapters\/([\w-]+\/[\w-]+)\//,
    to: /^apps\/server\/src\/adapters\/[\w-]+\/[\w-]+\//,
    allowed: ([, adapter]) => new RegExp(`/adapters/${adapter}/`),
  },
  {
    name: 'ports-are-types',
    why: 'A port is a promise in the words of the domain; what it names is gone at run time.',
    from: /^apps\/server\/src\/ports\//,
    to: /./,
    typesAllowed: true,
  },
  {
    name: 'tables-behind-repositories',
    why: 'SQL lives in repositories, where the scope of a read is visible.',
    from: serverSource,
    except: /(\.repository\.ts$|^apps\/server\/src\/(db|dev)\/)/,
    to: /^apps\/server\/src\/db\/tables\//,
  },
  {
    name: 'fastify-at-the-edge',
    why: 'Use cases know nothing of HTTP.',
    from: serverSource,
    except: /(^apps\/server\/src\/((app|main|deps)\.ts$|http\/)|\.routes\.ts$)/,
    to: /^npm:(@?fastify$|@fastify\/)/,
  },
  {
    name: 'react-in-web',
    why: 'Looks belong to the web app.',
    from: /^(apps\/(server|sandbox)|packages)\//,
    to: /^npm:(react|react-dom|@mantine\/.*|@tanstack\/.*)$/,
  },
  {
    name: 'ui-and-lib-below-features',
    why: 'Parts that every screen uses know no feature.',
    from: /^apps\/web\/src\/(ui|lib)\//,
    to: /^apps\/web\/src\/(features|app)\//,
  },
  {
    name: 'plumbing-below-features',
    why: 'What serves every feature knows none.',
    from: /^apps\/server\/src\/(http|db|jobs|crypto|ports)\//,
    to: /^apps\/server\/src\/features\//,
  },
  {
    name: 'nothing-imports-tests',
    why: 'Tests import anything; nothing imports tests.',
    from: /^(apps|packages)\/\w+\/src\//,
    to: /(\.test\.tsx?$|\.port-test\.ts$|\.test-kit\.ts$|^apps\/\w+\/test\/|^(e2e|bench)\/|^npm:vitest$)/,
  },
];

/** Files the rules leave alone, and cycles pass by. */
export const testFile = /(\.test\.tsx?$|\.port-test\.ts$|\.test-kit\.ts$|test-setup\.tsx?$|^(apps|packages)\/\w+\/test\/)/;
