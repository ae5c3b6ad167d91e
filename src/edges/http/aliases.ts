import { ROUTES } from './catalogue.ts'
import type { Route } from './endpoints.ts'

/** Addresses that users of another system know; `docs/reference/other-names.md` lists them. */
export const ALIASES: readonly Route[] = [
  { ...ROUTES.governanceReport, address: 'GET /v1/learning/report' },
  { ...ROUTES.policy, address: 'GET /v1/learning/policies' },
  {
    ...ROUTES.policy,
    address: 'GET /v1/learning/reliability',
    summary: 'How reliable adapters, agents and skills are.',
    run: async (loop) => {
      const { adapters, agents, skills } = await loop.policy()
      return { adapters, agents, skills }
    },
  },
]
