const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g
const END = /-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g

/** Longer than any key in use: an RSA key of 16,384 bits takes 12 KiB. */
const MAX_BLOCK = 32_768

/** What stands between the lines of a block: white space, the two characters `\n` of quoted text, quotes, `+`. */
const GAP = '(?:\\s|\\\\[nrt]|["\'`+>|,]){1,24}'

/** A block that was cut off: its header lines and every following run that can only be key material. */
const CUT_BODY = new RegExp(
  `(?:${GAP}(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash): [^\\n\\\\]{0,100}|[A-Za-z0-9+/]{16,4096}={0,2}|[A-Za-z0-9+/]{1,15}={1,2})){0,700}`,
  'y',
)

/** Key material that ends at the end of the text it is tried on, read backwards from an END line. */
const BODY_LINE = /^[A-Za-z0-9+/=]{16,}$/

/**
 * Where private keys stand, each as [start, end): whole blocks; blocks whose END is missing, up to the last run of
 * key material; and END lines whose BEGIN is missing, from the first line of key material.
 *
 * Work per block stops at the next block, so the whole is linear.
 */
export function privateKeyRanges(text: string): [number, number][] {
  const begins = [...text.matchAll(BEGIN)].map(
    (match) => [match.index, match.index + match[0].length] as const,
  )
  const ranges = begins.map(([start, bodyStart], i): [number, number] => {
    const limit = Math.min(begins[i + 1]?.[0] ?? text.length, bodyStart + MAX_BLOCK)
    return [start, blockEnd(text, bodyStart, limit)]
  })
  return [...ranges, ...headlessRanges(text, ranges)]
}

function blockEnd(text: string, bodyStart: number, limit: number): number {
  const body = text.slice(bodyStart, limit)
  const end = body.matchAll(END).next().value
  if (end) return bodyStart + end.index + end[0].length
  CUT_BODY.lastIndex = 0
  return bodyStart + (CUT_BODY.exec(body)?.[0].length ?? 0)
}

function headlessRanges(text: string, blocks: readonly [number, number][]): [number, number][] {
  const closed = new Set(blocks.map(([, end]) => end))
  const ranges: [number, number][] = []
  let floor = 0
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length
    if (!closed.has(end))
      ranges.push([bodyStartBefore(text, Math.max(floor, end - MAX_BLOCK), match.index), end])
    floor = end
  }
  return ranges
}

function bodyStartBefore(text: string, floor: number, endLine: number): number {
  const lines = text.slice(floor, endLine).split('\n')
  let start = endLine
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!
    const last = i === lines.length - 1
    if (!last && !BODY_LINE.test(line.trim()) && !(i === lines.length - 2 && /^[\w+/=]{1,15}\s?$/.test(line)))
      break
    start -= line.length + (last ? 0 : 1)
  }
  return start
}
