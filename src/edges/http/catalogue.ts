import type { Addressed } from '../client/addresses.ts'
import type { AnyRoute } from './route.ts'
import { deliberationRoutes } from './routes/deliberations.ts'
import { exchangeRoutes } from './routes/exchange.ts'
import { governanceRoutes } from './routes/governance.ts'
import { injectionRoutes } from './routes/injection.ts'
import { journalRoutes } from './routes/journal.ts'
import { learningRoutes } from './routes/learning.ts'
import { outcomeRoutes } from './routes/outcomes.ts'
import { patternRoutes } from './routes/patterns.ts'
import { reportRoutes } from './routes/reports.ts'
import { runRoutes } from './routes/runs.ts'
import { taskTroubleRoutes } from './routes/task-trouble.ts'

/** Every verb that the server offers. */
export const ROUTES = {
  ...reportRoutes,
  ...patternRoutes,
  ...runRoutes,
  ...learningRoutes,
  ...injectionRoutes,
  ...deliberationRoutes,
  ...outcomeRoutes,
  ...taskTroubleRoutes,
  ...governanceRoutes,
  ...exchangeRoutes,
  ...journalRoutes,
} as const satisfies Record<Addressed, AnyRoute>

export type Routes = typeof ROUTES
