import type { ProtectedFiles } from './protected-paths.ts'

/** Where credentials are usually kept. No agent needs to see them; programs that use them read them by themselves. */
export const CREDENTIAL_FILES: readonly ProtectedFiles[] = [
  {
    rule: 'ssh-keys',
    what: 'a private SSH key',
    paths: ['**/.ssh/**', '**/{id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ed25519_sk}', '/etc/ssh/ssh_host_*_key'],
    except: ['*.pub', 'config', 'config.d', 'known_hosts', 'known_hosts.old', 'authorized_keys', '*.md'],
  },
  {
    rule: 'cloud-credentials',
    what: 'credentials of a cloud account',
    paths: [
      '**/.aws/{credentials*,sso/cache/**,cli/cache/**}',
      '**/gcloud/{credentials.db,access_tokens.db,application_default_credentials.json,legacy_credentials/**}',
      '~/.config/gcloud/{credentials.db,access_tokens.db,application_default_credentials.json,legacy_credentials/**}',
      '~/.azure/{accesstokens.json,msal_token_cache*,service_principal*}',
      '~/.config/{doctl/config.yaml,hcloud/cli.toml,rclone/rclone.conf,scw/config.yaml,linode-cli}',
      '~/{.boto,.s3cfg,.oci/**,.aliyun/config.json,.linode-cli}',
    ],
  },
  {
    rule: 'cluster-credentials',
    what: 'credentials of a cluster or a container registry',
    paths: [
      '~/.kube/config*',
      '~/.docker/config.json',
      '~/.config/{containers/auth.json,helm/registry/config.json}',
      '/etc/{kubernetes/admin.conf,rancher/k3s/k3s.yaml}',
      '/{run,var/run}/secrets/**',
    ],
  },
  {
    rule: 'registry-tokens',
    what: 'tokens of a package registry',
    paths: [
      '~/{.npmrc,.yarnrc,.yarnrc.yml,.pypirc,.pnpmrc,.gem/credentials,.cargo/credentials*}',
      '~/.config/{pypoetry/auth.toml,composer/auth.json,configstore/**,pnpm/rc}',
      '~/{.m2/settings*.xml,.gradle/gradle.properties,.nuget/nuget/nuget.config,.composer/auth.json}',
      '~/{.huggingface/token,.cache/huggingface/token}',
    ],
  },
  {
    rule: 'git-host-tokens',
    what: 'tokens of a Git host',
    paths: [
      '~/.config/{gh/hosts.yml,glab-cli/config.yml,hub,git/credentials}',
      '~/appdata/roaming/github cli/hosts.yml',
      '**/{.git-credentials,.netrc,_netrc}',
    ],
  },
  {
    rule: 'saved-passwords',
    what: 'saved passwords',
    paths: [
      '**/.pgpass',
      '~/{.my.cnf,.mylogin.cnf,.authinfo,.authinfo.gpg,.msmtprc,.vnc/passwd,.password-store/**,.config/op/**}',
      '/etc/{shadow,gshadow}*',
      '**/*.kdbx',
    ],
  },
  {
    rule: 'keychains',
    what: 'a keychain',
    paths: [
      '{~,}/library/keychains/**',
      '~/.local/share/{keyrings/**,kwalletd/**}',
      '~/.gnome2/keyrings/**',
      '~/appdata/{roaming,local}/microsoft/credentials/**',
      '~/appdata/roaming/microsoft/protect/**',
    ],
  },
  {
    rule: 'gnupg-keys',
    what: 'private GnuPG keys',
    paths: ['**/.gnupg/{private-keys-v1.d/**,secring.gpg}'],
  },
  {
    rule: 'browser-logins',
    what: 'passwords or cookies that a browser stores',
    paths: [
      '**/{google-chrome*,chrome,chromium,brave*,microsoft*edge*,edge,vivaldi,opera*,arc}/**/{cookies,login data*,web data,local state}',
      '**/{firefox,.mozilla,safari}/**/{cookies.sqlite,logins.json,key3.db,key4.db,cookies.binarycookies}',
      '~/.config/{google-chrome*,chromium,bravesoftware,microsoft-edge*,vivaldi,opera}/**',
      '~/{.mozilla,snap/firefox,library/safari,library/cookies}/**',
      '~/library/application support/{google/chrome,firefox,bravesoftware,microsoft edge,arc}/**',
      '~/appdata/local/{google/chrome,bravesoftware,microsoft/edge}/**',
      '~/appdata/roaming/mozilla/**',
      '**/{login data,logins.json,key4.db,cookies.sqlite,cookies.binarycookies}',
    ],
  },
  {
    rule: 'service-tokens',
    what: 'tokens of a service',
    paths: [
      '~/{.terraform.d/credentials.tfrc.json,.terraformrc,.pulumi/credentials.json,.vault-token,.fly/config.yml}',
      '~/{.railway/config.json,.supabase/access-token,.sentryclirc,.netlify/config.json,.vercel/auth.json}',
      '~/.config/{netlify/config.json,stripe/config.toml,.wrangler/config/**}',
      '~/{.wrangler/config/**,.local/share/com.vercel.cli/auth.json}',
    ],
  },
  {
    rule: 'agent-logins',
    what: 'the login of an AI client',
    paths: [
      '~/.claude/.credentials.json',
      '**/.credentials.json',
      '~/{.claude.json,.codex/auth.json,.copilot/config.json,.local/share/opencode/auth.json}',
      '~/.gemini/{oauth_creds.json,google_accounts.json,mcp-oauth-tokens*,.env}',
      '~/{.config/github-copilot/**,.config/anthropic/**,.anthropic/**,.openai/**,.continue/.env}',
    ],
  },
  {
    rule: 'mettle-keys',
    what: 'a key or token of Mettle',
    paths: ['**/seal-key.pem', '~/.local/state/mettle/{tokens,servers}/**'],
  },
  {
    rule: 'private-key-files',
    what: 'a private key',
    paths: ['**/{*.pem,*.key,*.p12,*.pfx,*.ppk,*.jks,*.keystore}'],
    except: [
      '*cert*.pem',
      '*chain*.pem',
      '*pub*.pem',
      'ca.pem',
      '*-ca.pem',
      'ca-*.pem',
      '*bundle*.pem',
      '*root*.pem',
      '*crt*.pem',
      '*pub*.key',
    ],
  },
  {
    rule: 'env-files',
    what: 'an .env file',
    paths: ['**/{.env,.env.*}'],
    except: ['*.example', '*.sample', '*.template', '*.dist', '*.test', '*.defaults', '.env.example.*'],
  },
]

/** Programs that use a key without showing it, by the options of theirs that name one. */
export const KEY_USERS: Readonly<Record<string, RegExp | true>> = {
  ssh: /^-[iF]$/,
  scp: /^-[iF]$/,
  sftp: /^-[iF]$/,
  'ssh-copy-id': /^-i$/,
  'ssh-add': true,
  'ssh-keygen': true,
  'ssh-agent': true,
  mosh: /^-i$/,
  curl: /^(?:-E|--cert|--key|--cacert|--capath)$/,
  wget: /^--(?:certificate|private-key|ca-certificate)$/,
  openssl: /^-(?:key|inkey|signkey|CAkey|keyout|out|cert|CA|CAfile|sign|verify)$/,
  'ansible-playbook': /^--(?:private-key|key-file)$/,
  ansible: /^--(?:private-key|key-file)$/,
  docker: /^--env-file$/,
  node: /^--env-file$/,
}

/** Programs that look at a file's name or state, and not into it. */
export const LOOKS_AT_NAMES: ReadonlySet<string> = new Set(
  `ls ll dir exa eza lsd cd pushd popd stat test [ [[ mkdir touch chmod chown chgrp du tree readlink realpath dirname basename which type
   command export local declare readonly typeset unset alias for select case set shift echo printf rm rmdir unlink shred mktemp true false
   Test-Path Get-ChildItem gci find fd fdfind locate ssh-keyscan env exit return mettle if while`.split(
    /\s+/,
  ),
)

/** Programs that read everything below the folders they are given, by the options that make them. */
export const READS_FOLDERS: Readonly<Record<string, RegExp | true>> = {
  tar: true,
  bsdtar: true,
  gtar: true,
  zip: /^-\w*r/,
  '7z': true,
  '7za': true,
  rar: true,
  rsync: true,
  cp: /^(?:-\w*[rRa]|--recursive|--archive)/,
  scp: /^-\w*r/,
  mv: true,
  ln: true,
  pax: true,
  cpio: true,
  restic: true,
  borg: true,
  rclone: true,
  grep: /^(?:-\w*[rR]|--recursive|--dereference-recursive)/,
  egrep: /^-\w*[rR]/,
  zgrep: /^-\w*[rR]/,
  rg: /^(?:-\w*u|--hidden|-\.)/,
  ag: /^(?:-\w*u|--hidden)/,
  ack: true,
  'Copy-Item': true,
  'Compress-Archive': true,
  xcopy: true,
  robocopy: true,
  aws: /^(?:--recursive|sync)$/,
  gsutil: /^(?:-r|-R|rsync)$/,
}

/** Words by which a program prints credentials. `**` stands for any words between. */
export const CREDENTIAL_COMMANDS: readonly (readonly [words: string, rule: string, what: string])[] = [
  ...[
    'find-generic-password',
    'find-internet-password',
    'delete-generic-password',
    'delete-internet-password',
    'dump-keychain',
    'export',
  ].map((word) => [`security ${word}`, 'keychains', 'the keychain'] as const),
  ['secret-tool lookup|search', 'keychains', 'a keyring'],
  ['keyring get', 'keychains', 'a keyring'],
  ['pass show', 'saved-passwords', 'saved passwords'],
  ['op read', 'saved-passwords', 'saved passwords'],
  ['op item get', 'saved-passwords', 'saved passwords'],
  ['bw get', 'saved-passwords', 'saved passwords'],
  ['gcloud ** print-access-token|print-identity-token', 'cloud-credentials', 'a token of Google Cloud'],
  ['gcloud config config-helper', 'cloud-credentials', 'a token of Google Cloud'],
  ['az account get-access-token', 'cloud-credentials', 'a token of Azure'],
  ['aws configure export-credentials', 'cloud-credentials', 'credentials of AWS'],
  [
    'aws configure get aws_secret_access_key|aws_session_token|aws_access_key_id',
    'cloud-credentials',
    'credentials of AWS',
  ],
  ['aws sts get-session-token|assume-role', 'cloud-credentials', 'credentials of AWS'],
  ['kubectl config view --raw', 'cluster-credentials', 'credentials of a cluster'],
  ['docker-credential-* get', 'cluster-credentials', 'a password of a container registry'],
  ['gh auth token', 'git-host-tokens', 'the token of GitHub'],
  ['gh auth status --show-token|-t', 'git-host-tokens', 'the token of GitHub'],
  ['glab auth status --show-token|-t', 'git-host-tokens', 'the token of GitLab'],
  ['glab config get token', 'git-host-tokens', 'the token of GitLab'],
  ['git credential fill', 'git-host-tokens', 'a password of a Git host'],
  ['git credential-* get', 'git-host-tokens', 'a password of a Git host'],
  ['git-credential-* get', 'git-host-tokens', 'a password of a Git host'],
  ['gpg --export-secret-keys|--export-secret-subkeys', 'gnupg-keys', 'private GnuPG keys'],
  ['gpg2 --export-secret-keys|--export-secret-subkeys', 'gnupg-keys', 'private GnuPG keys'],
  ['vault print token', 'service-tokens', 'a token of Vault'],
  ['heroku auth:token', 'service-tokens', 'the token of Heroku'],
  ['fly|flyctl auth token', 'service-tokens', 'the token of Fly'],
]
