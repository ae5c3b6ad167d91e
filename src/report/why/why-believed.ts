/** The parts of a value, as a receipt keeps them. */
type Parts = { readonly [part: string]: number | undefined }

/** A value as a sum that can be checked by hand: `value 0.071 = relevance 0.80 x effect 0.118 - 0.004 for work it is not about - 0.020 for its line; helps 0.38, does nothing 0.44, harms 0.18`. */
export function whyBelieved(parts: Parts): string {
  const { value = 0, relevance = 0, effect = 0, beside = 0, cost = 0 } = parts
  const { help = 0, neutral = 0, harm = 0 } = parts
  const warned = parts.inverted === 1 ? ' as a warning' : ''
  const drawn = parts.exploration === 1 ? '; shown to learn about it' : ''
  return [
    `value${warned} ${value.toFixed(3)} = relevance ${relevance.toFixed(2)} x effect ${effect.toFixed(3)}`,
    ` - ${Math.abs(beside).toFixed(3)} for work it is not about - ${cost.toFixed(3)} for its line`,
    `; helps ${help.toFixed(2)}, does nothing ${neutral.toFixed(2)}, harms ${harm.toFixed(2)}${drawn}`,
  ].join('')
}
