/** A language, or a field as specific as one: its files, and words that are about nothing else. */
export interface Language {
  readonly extensions: readonly string[]
  /** Extensions of other files that it also occurs in. */
  readonly also?: readonly string[]
  readonly words: readonly string[]
}

export const LANGUAGES: readonly Language[] = [
  {
    extensions: ['py', 'pyi', 'ipynb'],
    words: `python pytest django flask fastapi pydantic mypy ruff numpy pandas asyncio sqlalchemy pip`.split(' '),
  },
  { extensions: ['ts', 'mts', 'cts', 'tsx'], also: ['vue', 'svelte'], words: ['typescript', 'tsconfig', 'tsc'] },
  {
    extensions: ['js', 'mjs', 'cjs', 'jsx'],
    also: ['ts', 'mts', 'cts', 'tsx', 'vue', 'svelte'],
    words: ['javascript', 'nodejs', 'npm', 'eslint', 'vitest', 'jest', 'webpack'],
  },
  {
    extensions: ['tsx', 'jsx', 'css', 'scss', 'sass', 'less', 'html', 'vue', 'svelte'],
    also: ['ts', 'js', 'mts', 'mjs'],
    words: `component components react css frontend jsx tsx vue svelte tailwind dom rendering stylesheet`.split(' '),
  },
  { extensions: ['go'], words: ['golang', 'goroutine', 'goroutines', 'gofmt'] },
  { extensions: ['rs'], words: ['rust', 'cargo', 'clippy', 'tokio'] },
  { extensions: ['java'], also: ['kt'], words: ['java', 'junit', 'spring', 'maven'] },
  { extensions: ['kt', 'kts'], words: ['kotlin', 'ktlint'] },
  { extensions: ['cs'], words: ['csharp', 'dotnet', 'nuget', 'linq'] },
  { extensions: ['rb', 'erb'], words: ['ruby', 'rails', 'rspec'] },
  { extensions: ['php'], words: ['php', 'laravel', 'phpunit', 'symfony'] },
  { extensions: ['swift'], words: ['swiftui', 'xcode', 'cocoapods'] },
  { extensions: ['c', 'h', 'cc', 'cpp', 'hpp'], words: ['malloc', 'valgrind', 'cmake'] },
]
