/**
 * The ways of cutting up a task that a plan may name, and the words that name each.
 *
 * The order is the order of the answer. The phrases meet text in lower case, with one blank between words and
 * none of the hyphens.
 */
export const STRATEGY_PHRASES = [
  { strategy: 'Split by file type', phrase: splitBy('file ?types?') },
  { strategy: 'Split by component', phrase: splitBy('components?') },
  { strategy: 'Split by layer (UI/logic/data)', phrase: splitBy('layers?') },
  { strategy: 'Split by feature', phrase: splitBy('features?') },
  {
    strategy: 'One file per subtask',
    phrase: /\b(?:one|1|a single) file (?:per|for each) (?:sub ?)?task\b/,
  },
  {
    strategy: 'Handle shared types first',
    phrase: /\b(?:shared|common) types?(?: \w+)? first\b|\bfirst,? (?:\w+ )?(?:the )?shared types?\b/,
  },
  {
    strategy: 'Separate API routes',
    phrase: /\bseparate (?:out )?(?:the )?api\b|\bapi(?: routes?)?(?: \w+)? separate(?:ly|d)?\b/,
  },
  {
    strategy: 'Tests alongside implementation',
    phrase:
      /\btests? (?:alongside|with|beside|next to) (?:the |their |its )?(?:implementation|code|source)\b/,
  },
  {
    strategy: 'Tests in separate subtask',
    phrase: /\btests? (?:in |as |into )?(?:an? |their own )?separate (?:sub ?)?tasks?\b/,
  },
  {
    strategy: 'Maximize parallelization',
    phrase:
      /\bmaxim(?:i[sz]e|i[sz]ing|al|um) parallel|\bparalleli[sz](?:e|ing) (?:all|everything|maximally)\b|\b(?:all|everything) in parallel\b/,
  },
  {
    strategy: 'Sequential execution order',
    phrase: /\bsequential(?:ly)? (?:execut|order)|\b(?:execut|run)\w* (?:\w+ )?sequentially\b/,
  },
  {
    strategy: 'Respect dependency chain',
    phrase: /\bdependency (?:chain|order|graph)|\border of dependenc(?:y|ies)\b/,
  },
] as const

/** "split by x", "splitting the work by x", "grouped by x". */
function splitBy(what: string): RegExp {
  return new RegExp(`\\b(?:split|divid|group|decompos)\\w*(?: \\w+){0,3} by (?:the )?${what}\\b`)
}
