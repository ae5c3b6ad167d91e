import type { GraphEvent } from '../../report/graph.ts'
import type { LoopReport } from '../../report/loop-report.ts'
import type { LoopContext } from '../context.ts'
import type { CalibrationReport } from '../governance/calibration.ts'
import type { GovernanceReport } from '../governance/governance-report.ts'
import type { Backtest, BacktestRequest } from '../injection/backtest.ts'
import { type Check, type DoctorOptions, doctor } from '../journal/doctor.ts'
import type { InsightsReport, InsightsRequest } from '../journal/insights.ts'
import type { Keepers } from '../journal/keepers.ts'
import { report } from '../journal/report.ts'
import { type Status, status } from '../journal/status.ts'
import type { UpliftReport, UpliftRequest } from '../patterns/uplift.ts'

/** Which settings to try: those of a file, in place of the present ones. */
export interface BacktestOf extends Omit<BacktestRequest, 'settled'> {
  readonly policyFile: string
}

/** What the loop can tell about itself. */
export interface ReportVerbs {
  /** What the loop holds and whether its runs do better. */
  report(): Promise<LoopReport>
  /** How adapters, agents and skills fare, what policy is in force, and what people decided. */
  governanceReport(): Promise<GovernanceReport>
  /** What showing patterns changes about how runs end, measured by what was withheld at random. */
  uplift(request?: UpliftRequest): Promise<UpliftReport>
  /** How well what receipts predicted agrees with how runs ended. */
  calibration(): Promise<CalibrationReport>
  /** What the newest graded runs led to, oldest first. */
  graph(options?: { readonly runs?: number }): Promise<GraphEvent[]>
  /** How the roles judge, whether they agree, and what keeps coming back. */
  insights(request?: InsightsRequest): Promise<InsightsReport>
  /** The settings of a file beside the present ones, over the history of this project. */
  backtest(request: BacktestOf): Promise<Backtest>
  status(): Promise<Status>
  doctor(options?: Omit<DoctorOptions, 'seals' | 'known'>): Promise<Check[]>
}

export function reportVerbs(context: LoopContext, keepers: Keepers): ReportVerbs {
  const { seals, known } = keepers
  return {
    report: () => report(context),
    governanceReport: async () =>
      (await import('../governance/governance-report.ts')).governanceReport(context),
    uplift: async (request) => (await import('../patterns/uplift.ts')).uplift(context, request),
    calibration: async () => (await import('../governance/calibration.ts')).calibration(context),
    graph: async (options) => (await import('../journal/graph.ts')).graph(context, options),
    insights: async (request) => (await import('../journal/insights.ts')).insights(context, request),
    backtest: async ({ policyFile, ...request }) => {
      const settled = await keepers.settledBy(policyFile)
      return (await import('../injection/backtest.ts')).backtest(context, { ...request, settled }, keepers)
    },
    status: () => status(context),
    doctor: (options) => doctor(context, { ...options, seals, known }),
  }
}
