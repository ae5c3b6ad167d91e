import type { AnyRoute } from './route.ts'
import { route } from './route.ts'
import { governanceRoutes } from './routes/governance.ts'
import { reportRoutes } from './routes/reports.ts'

/** Addresses that users of another system know; `docs/reference/other-names.md` lists them. */
export const ALIASES: Readonly<Record<string, AnyRoute>> = {
  'GET /v1/learning/report': reportRoutes.governanceReport,
  'GET /v1/learning/policies': governanceRoutes.policy,
  'GET /v1/learning/reliability': route({
    ...governanceRoutes.policy,
    summary: 'How reliable adapters, agents and skills are.',
    run: async (loop) => {
      const { adapters, agents, skills } = await loop.policy()
      return { adapters, agents, skills }
    },
  }),
}
