import { ROUTES } from './catalogue.ts'
import type { Route } from './endpoints.ts'

/** Addresses that users of another system know; `docs/reference/other-names.md` lists them. */
export const ALIASES: readonly Route[] = [
  {
    ...ROUTES.governanceReport,
    address: 'GET /v1/learning/report',
    run: async (loop) => (await loop.governanceReport()).compat,
  },
  {
    ...ROUTES.policy,
    address: 'GET /v1/learning/policies',
    summary: 'The overlay of each adapter.',
    run: async (loop) => ({ policyOverlays: (await loop.governanceReport()).compat.overlays }),
  },
  {
    ...ROUTES.policy,
    address: 'GET /v1/learning/reliability',
    summary: 'How reliable adapters are.',
    run: async (loop) => ({ reliability: (await loop.governanceReport()).compat.reliability }),
  },
]
