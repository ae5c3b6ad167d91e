import type { Overlay } from '../engine/governance/overlay.ts'

/** `risk x1.4, 1 retry, needs approval` */
export function overlayText({ riskMultiplier, suggestedMaxRetries, requireApproval }: Overlay): string {
  const retries = `${suggestedMaxRetries} ${suggestedMaxRetries === 1 ? 'retry' : 'retries'}`
  return `risk x${riskMultiplier}, ${retries}, ${requireApproval ? 'needs approval' : 'no approval'}`
}
