import type { GraphEvent } from '../../report/graph.ts'
import type { LoopReport } from '../../report/loop-report.ts'
import type { CalibrationReport } from '../calibration.ts'
import type { LoopContext } from '../context.ts'
import { type Check, type DoctorOptions, doctor } from '../doctor.ts'
import type { GovernanceReport } from '../governance-report.ts'
import type { InsightsReport, InsightsRequest } from '../insights.ts'
import type { Keepers } from '../keepers.ts'
import { report } from '../report.ts'
import { type Status, status } from '../status.ts'

/** What the loop can tell about itself. */
export interface ReportVerbs {
  /** What the loop holds and whether its runs do better. */
  report(): Promise<LoopReport>
  /** How adapters, agents and skills fare, what policy is in force, and what people decided. */
  governanceReport(): Promise<GovernanceReport>
  /** How well what receipts predicted agrees with how runs ended. */
  calibration(): Promise<CalibrationReport>
  /** What the newest graded runs led to, oldest first. */
  graph(options?: { readonly runs?: number }): Promise<GraphEvent[]>
  /** How the roles judge, whether they agree, and what keeps coming back. */
  insights(request?: InsightsRequest): Promise<InsightsReport>
  status(): Promise<Status>
  doctor(options?: Omit<DoctorOptions, 'seals'>): Promise<Check[]>
}

export function reportVerbs(context: LoopContext, { seals }: Keepers): ReportVerbs {
  return {
    report: () => report(context),
    governanceReport: async () => (await import('../governance-report.ts')).governanceReport(context),
    calibration: async () => (await import('../calibration.ts')).calibration(context),
    graph: async (options) => (await import('../graph.ts')).graph(context, options),
    insights: async (request) => (await import('../insights.ts')).insights(context, request),
    status: () => status(context),
    doctor: (options) => doctor(context, { ...options, seals }),
  }
}
