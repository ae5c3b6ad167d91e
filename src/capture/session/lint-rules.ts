/** What well-known lint rules ask for, in our own words: what a linter prints was written by others, and is never shown. */
const ASKS = `
errcheck=check every returned error|wrapcheck=wrap errors of other packages|nilerr=return the error that was found, not nil
errorlint=compare errors by errors.Is and errors.As|err113=return named errors|goconst=use a constant for a repeated string
dupl=share what two blocks repeat|exhaustive=name every case in a switch over an enum|noctx=call the form that takes a context
contextcheck=pass the context on|usetesting=use t.Context, t.Setenv, t.TempDir and t.Chdir|thelper=call t.Helper first in test helpers
paralleltest=call t.Parallel in tests|ireturn=return concrete types|bodyclose=close response bodies|nolintlint=give a reason with every nolint
mnd=name magic numbers|godot=end comments with a full stop|gofmt=run the formatter|goimports=run the formatter|gofumpt=run the formatter
exhaustruct=set every field of a struct|prealloc=give slices their capacity|nestif=return early|no-unused-vars=leave no unused variables
no-explicit-any=give a type instead of any|no-console=use the logger|prefer-const=use const|eqeqeq=compare by three equals signs|no-shadow=give inner variables other names
no-floating-promises=handle every promise|exhaustive-deps=list every dependency of a hook|no-param-reassign=do not assign to parameters
no-non-null-assertion=check for null instead of !|order=keep imports in order|F401=leave no unused imports|F841=leave no unused variables
E501=keep lines short|E402=put imports first|I001=sort imports|B006=no mutable defaults|B904=raise from the cause|S101=no assert outside tests
PLR2004=name magic numbers|ANN001=annotate parameters|ANN201=annotate return types|D103=write docstrings|T201=use the logger, not print
line-too-long=keep lines short|unused-import=leave no unused imports|missing-function-docstring=write docstrings|broad-except=catch specific exceptions
unwrap_used=handle the error instead of unwrap|expect_used=handle the error instead of expect|needless_return=leave out the last return
too_many_arguments=group parameters in a struct|redundant_clone=do not clone what can be moved|FrozenStringLiteralComment=begin files with the frozen string comment
LineLength=keep lines short|MethodLength=keep methods short`

const BY_RULE = new Map(
  ASKS.trim()
    .split(/[|\n]/)
    .map((entry) => entry.split('=') as [string, string]),
)

/** The lesson about a lint rule that is broken again and again. `@typescript-eslint/no-explicit-any` is known by its last part. */
export function lintLesson(rule: string): string {
  const asks = BY_RULE.get(rule) ?? BY_RULE.get(rule.split('/').at(-1)!) ?? 'follow it as you write'
  return `\`${rule}\` is a lint rule that code here often breaks: ${asks}.`
}
