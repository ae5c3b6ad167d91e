/** Whether policy only tightens by itself, or follows the evidence both ways. */
export type Ratchet = 'strict' | 'elastic'

export const RATCHET = {
  ratchet: 'strict' as Ratchet,
  decayPerRun: 0.98,
  halfLifeDays: 90,
  priorRuns: 8,
  priorSuccessRate: 0.85,
  staleAfterDays: 30,
}
