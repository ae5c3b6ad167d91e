/** The words after `mettle` in an example, as a shell would hand them over: up to a pipe or a redirection. */
export function mettleWords(example: string): string[] {
  const words = shellWords(example)
  const start = words.indexOf('mettle')
  if (start === -1) throw new Error(`'${example}' does not call mettle`)
  const rest = words.slice(start + 1)
  const end = rest.findIndex((word) => /^([|;]|&&|[<>]{1,2})$/.test(word))
  return end === -1 ? rest : rest.slice(0, end)
}

export function shellWords(line: string): string[] {
  const pieces = line.matchAll(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g)
  return [...pieces].map(([piece]) =>
    piece.replace(
      /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
      (_, single, double, escaped) => single ?? double?.replace(/\\(.)/g, '$1') ?? escaped,
    ),
  )
}
