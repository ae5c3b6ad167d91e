/** What a file's extension says about a change. */
export const EXTENSION_TAGS: readonly {
  readonly extensions: readonly string[]
  readonly tags: readonly string[]
}[] = [
  { extensions: ['ts', 'tsx', 'mts', 'cts'], tags: ['typescript', 'types', 'typing'] },
  { extensions: ['js', 'jsx', 'mjs', 'cjs'], tags: ['javascript', 'node'] },
  { extensions: ['py', 'pyi'], tags: ['python', 'pytest'] },
  {
    extensions: ['tsx', 'jsx', 'css', 'scss', 'html', 'vue', 'svelte'],
    tags: ['frontend', 'component', 'components', 'css', 'react'],
  },
]

/**
 * What a path says a change is about: when one of `tokens` is a whole token of the path, the change has all of
 * `tags`. Singular and plural are both listed, since keywords are compared as they stand.
 */
export const PATH_TAGS: readonly { readonly tokens: readonly string[]; readonly tags: readonly string[] }[] =
  [
    {
      tokens: ['auth', 'authentication', 'authorization', 'login', 'oauth', 'session', 'sessions', 'jwt'],
      tags: ['auth', 'authentication', 'authorization', 'login', 'token', 'tokens', 'session'],
    },
    {
      tokens: [
        'api',
        'apis',
        'route',
        'routes',
        'endpoint',
        'endpoints',
        'controller',
        'controllers',
        'rest',
        'graphql',
      ],
      tags: ['api', 'apis', 'route', 'routes', 'endpoint', 'endpoints', 'request', 'response'],
    },
    {
      tokens: ['test', 'tests', 'testing', 'spec', 'specs', 'e2e', 'fixtures'],
      tags: ['test', 'tests', 'testing', 'fixture', 'mock'],
    },
    {
      tokens: ['db', 'database', 'databases', 'sql', 'migration', 'migrations', 'schema', 'prisma'],
      tags: ['database', 'sql', 'query', 'schema', 'migration', 'migrations', 'transaction'],
    },
    {
      tokens: ['ui', 'component', 'components', 'view', 'views', 'frontend', 'pages', 'styles'],
      tags: ['component', 'components', 'frontend', 'react', 'css', 'rendering'],
    },
    {
      tokens: ['config', 'configs', 'configuration', 'settings', 'env'],
      tags: ['config', 'configuration', 'settings', 'environment'],
    },
    {
      tokens: ['build', 'webpack', 'vite', 'rollup', 'turbo', 'makefile', 'bundler'],
      tags: ['build', 'builds', 'bundle', 'compile'],
    },
    {
      tokens: [
        'ci',
        'workflow',
        'workflows',
        'github',
        'gitlab',
        'pipeline',
        'deploy',
        'deployment',
        'docker',
        'dockerfile',
      ],
      tags: ['pipeline', 'deploy', 'deployment', 'docker', 'workflow'],
    },
    {
      tokens: ['doc', 'docs', 'documentation', 'readme', 'changelog'],
      tags: ['docs', 'documentation', 'readme'],
    },
    {
      tokens: ['security', 'crypto', 'secret', 'secrets', 'permission', 'permissions', 'sanitize'],
      tags: ['security', 'crypto', 'secret', 'secrets', 'permission', 'permissions', 'validation'],
    },
    {
      tokens: ['cli', 'command', 'commands', 'bin', 'scripts'],
      tags: ['cli', 'command', 'commands', 'script', 'shell'],
    },
    {
      tokens: ['service', 'services', 'server', 'backend', 'worker', 'workers', 'queue', 'jobs'],
      tags: ['service', 'services', 'server', 'backend', 'worker', 'queue'],
    },
  ]
