/** What a file ahead tells besides its patterns, of a project without a past. */
export const PRECOMPUTED_FACTS = {
  stamp: 's',
  position: 0,
  renderedAt: 0,
  policyHash: 'h',
  project: 'p',
  health: { patterns: {}, runs: 0, gated: [], failures: 0 },
  counts: {},
  states: [],
}
