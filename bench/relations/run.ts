import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { relationOf } from '../../src/engine/laws/relation.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'
import { type LabelledPair, pairsIn } from './labelled-pairs.ts'

/**
 * How well lessons are joined that say the same in other words: `npx tsx bench/relations/run.ts FILE.jsonl ...`, a line `{"a", "b", "same", "kind"}` for each pair.
 * `--json` prints JSON, `--errors` also each pair that was judged wrongly.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, errors: { type: 'boolean' } },
})
const embedder = loadEmbedder()
const judged = positionals
  .flatMap((file) => pairsIn(readFileSync(file, 'utf8')))
  .map((pair) => ({ ...pair, as: relationOf(pair.a, pair.b, embedder).relation }))

type Judged = LabelledPair & { readonly as: string }
const joined = (pairs: readonly Judged[]) => pairs.filter(({ as }) => as === 'same').length
const share = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(3)))
const same = judged.filter((pair) => pair.same)
const kinds = [...new Set(judged.map(({ kind, same }) => `${same ? 'same' : 'different'}: ${kind}`))].sort()
const result = {
  pairs: judged.length,
  same: same.length,
  joined: joined(judged),
  near: same.filter(({ as }) => as === 'near').length,
  precision: share(joined(same), joined(judged)),
  recall: share(joined(same), same.length),
  conflictsFound: judged.filter((pair) => !pair.same && pair.as === 'conflict').length,
  kinds: Object.fromEntries(
    kinds.map((name) => {
      const these = judged.filter(({ kind, same }) => name === `${same ? 'same' : 'different'}: ${kind}`)
      return [name, { pairs: these.length, joined: joined(these) }]
    }),
  ),
}
if (values.errors)
  for (const { a, b, kind, same, as } of judged)
    if (same !== (as === 'same')) console.log(`${as} (${kind}, ${same ? 'same' : 'different'})\n  ${a}\n  ${b}`)
if (values.json) console.log(JSON.stringify(result, null, 2))
else {
  const { kinds, ...totals } = result
  console.log(
    Object.entries(totals)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  )
  console.table(kinds)
}
