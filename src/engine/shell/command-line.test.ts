import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simpleCommands } from './command-line.ts'

const words = (text: string) => simpleCommands(text).map((command) => command.words.map((word) => word.text))
const lines = (text: string) => words(text).map((list) => list.join(' '))

describe('the commands of a shell text', () => {
  it.each([
    ['git push', ['git push']],
    ['  git   push  ', ['git push']],
    ['cd x && git push', ['cd x', 'git push']],
    ['a; b || c & d | e |& f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['a\nb\r\nc', ['a', 'b', 'c']],
    ['git \\\n  push', ['git push']],
    ['(cd x; git push)', ['cd x', 'git push']],
    ['{ git push; }', ['{ git push', '}']],
    ['f() { git push; }', ['f', '{ git push', '}']],
    ['case $x in a) git push;; esac', ['case $x in a', 'git push', 'esac']],
    ['', []],
    ['   \n\n', []],
  ])('%j', (text, expected) => {
    expect(lines(text)).toEqual(expected)
  })

  it('takes quotes and escapes away', () => {
    expect(words(`git commit -m "say \\"hi\\"; git push" 'a b'`)).toEqual([
      ['git', 'commit', '-m', 'say "hi"; git push', 'a b'],
    ])
    expect(words(`g"i"'t' pu\\sh \\"`)).toEqual([['git', 'push', '"']])
    expect(words(`$'git\\x20push\\n' $'it\\'s'`)).toEqual([['git push\n', "it's"]])
    expect(words(`a "" ''`)).toEqual([['a', '', '']])
    expect(words('a "b\\nc" \\')).toEqual([['a', 'b\\nc', '\\']])
  })

  it('passes over comments, and knows a hash within a word', () => {
    expect(lines('git status # git push')).toEqual(['git status'])
    expect(lines('# nothing here\ngit push')).toEqual(['git push'])
    expect(lines('git status #\\\ngit push')).toEqual(['git status', 'git push'])
    expect(lines('echo a#b; git push')).toEqual(['echo a#b', 'git push'])
    expect(lines("echo '# no' && git push")).toEqual(['echo # no', 'git push'])
  })

  it('passes over redirections and their targets', () => {
    expect(lines('git push > out 2>&1 < in')).toEqual(['git push'])
    expect(lines('git push &> out')).toEqual(['git push'])
    expect(lines('>log git push')).toEqual(['git push'])
    expect(lines('a 2>$(git push)')).toEqual(['git push', 'a'])
  })

  it('finds what is substituted, also within double quotes and in defaults', () => {
    expect(lines('echo "$(git push)"')[0]).toBe('git push')
    expect(lines('echo `git push`')[0]).toBe('git push')
    expect(lines('diff <(git push) b')[0]).toBe('git push')
    expect(lines(`echo \${x:-$(git push)}`)[0]).toBe('git push')
    expect(lines("echo '$(git push)'")).toEqual(['echo $(git push)'])
    expect(lines('a $(b $(c ")" d) e) f').slice(0, 2)).toEqual(['c ) d', 'b $(c ")" d) e'])
  })

  it('says which words a shell would still change', () => {
    const literal = (text: string) =>
      simpleCommands(text)
        .at(-1)!
        .words.map((word) => word.literal)
    expect(literal('$git push')).toEqual([false, true])
    expect(literal(`"\${x}" a*b {git,push} '$x' a{b cost$`)).toEqual([false, false, false, true, true, true])
  })

  it('gives a here-document to the commands of its line, and does not take it for commands', () => {
    const found = simpleCommands("bash <<'EOF' && ls\ngit push\nEOF\ngit status")
    expect(found.map((command) => [command.words[0]!.text, command.input])).toEqual([
      ['bash', 'git push\n'],
      ['ls', 'git push\n'],
      ['git', undefined],
    ])
    expect(simpleCommands('cat <<-X\n\ta\n\tX\nb').map(({ input }) => input)).toEqual(['\ta\n', undefined])
    expect(simpleCommands('bash <<< "git push"')[0]!.input).toBe('git push')
    expect(simpleCommands('cat <<X\nnever ends')[0]!.input).toBe('never ends')
  })

  it('gives the word of a here-string to its own command alone', () => {
    const inputs = simpleCommands('cat <<< "git push" && bash; sh <<< x').map(({ input }) => input)
    expect(inputs).toEqual(['git push', undefined, 'x'])
  })

  it('says who reads from a pipe', () => {
    expect(simpleCommands('a | b; c').map((command) => command.piped)).toEqual([false, true, false])
  })

  it('ends on any text, however deep and torn, and in reasonable time', () => {
    const piece = fc.constantFrom(
      '$(',
      ')',
      '"',
      "'",
      '`',
      '${',
      '}',
      '<<E',
      '\n',
      ' ',
      'git',
      '\\',
      '#',
      '{a,',
      '|',
      '<(',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        expect(Array.isArray(simpleCommands(pieces.join('')))).toBe(true)
      }),
    )
    for (const torn of ['$(', '`', '"$(', '<(', "'", '{a,']) simpleCommands(torn.repeat(20_000))
  })

  it('finds a plain command behind any quoted text', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("'")),
        (text) => {
          expect(lines(`echo '${text}' && git push`).at(-1)).toBe('git push')
        },
      ),
    )
  })
})
