import type { Catalogue } from './catalogue.ts'

/** The commands that lead to other programs, machines and people. */
export const CONNECTING: Catalogue = [
  {
    name: 'push',
    group: 'Connect',
    summary: 'Give patterns to the organisation, with the evidence for them.',
    load: () => import('./commands/push.ts'),
  },
  {
    name: 'pull',
    group: 'Connect',
    summary: 'Take the patterns that others gave to the organisation.',
    load: () => import('./commands/pull.ts'),
  },
  {
    name: 'trust',
    group: 'Connect',
    summary: 'Show what this repository wants to set or teach, and what of it waits for you.',
    load: () => import('./commands/trust.ts'),
  },
  {
    name: 'trust accept',
    group: 'Connect',
    summary: 'Accept what this repository wants to set or teach, as `mettle trust` showed it.',
    load: () => import('./commands/trust-accept.ts'),
  },
  {
    name: 'trust list',
    group: 'Connect',
    summary: 'List what was accepted of this repository on this machine.',
    load: () => import('./commands/trust-list.ts'),
  },
  {
    name: 'trust revoke',
    group: 'Connect',
    summary: 'Take back what was accepted of this repository.',
    load: () => import('./commands/trust-revoke.ts'),
  },
  {
    name: 'mcp',
    group: 'Connect',
    summary: 'Serve agents over the Model Context Protocol.',
    load: () => import('./commands/mcp.ts'),
  },
  {
    name: 'organisation list',
    group: 'Connect',
    summary: 'List what the organisation holds, and from whom.',
    load: () => import('./commands/organisation-list.ts'),
  },
  {
    name: 'serve',
    group: 'Connect',
    summary: 'Serve the loop over HTTP, with the dashboard, on this machine.',
    load: () => import('./commands/serve.ts'),
  },
  {
    name: 'dashboard',
    group: 'Connect',
    summary: 'Open the dashboard in a browser.',
    load: () => import('./commands/dashboard.ts'),
  },
  {
    name: 'token create',
    group: 'Connect',
    summary: 'Make a token with which somebody calls over HTTP.',
    load: () => import('./commands/token-create.ts'),
  },
  {
    name: 'token list',
    group: 'Connect',
    summary: 'List who may call over HTTP.',
    load: () => import('./commands/token-list.ts'),
  },
  {
    name: 'token revoke',
    group: 'Connect',
    summary: 'Take a token back; its bearer is refused at the next call.',
    load: () => import('./commands/token-revoke.ts'),
  },
]
