import commands from './credential-commands.json' with { type: 'json' }
import type { ProtectedFiles } from './protected-paths.ts'

const files = (rule: string, what: string, paths: readonly string[], except?: string): ProtectedFiles =>
  except === undefined ? { rule, what, paths } : { rule, what, paths, except: except.split(' ') }

/** The usual places of credentials. No agent needs to see them; programs that use them read them themselves. */
export const CREDENTIAL_FILES: readonly ProtectedFiles[] = [
  files(
    'ssh-keys',
    'a private SSH key',
    ['**/.ssh/**', '**/{id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ed25519_sk}', '/etc/ssh/ssh_host_*_key'],
    '*.pub config config.d known_hosts known_hosts.old authorized_keys *.md',
  ),
  files('cloud-credentials', 'credentials of a cloud account', [
    '**/.aws/{credentials*,sso/cache/**,cli/cache/**}',
    '**/gcloud/{credentials.db,access_tokens.db,application_default_credentials.json,legacy_credentials/**}',
    '~/.config/gcloud/{credentials.db,access_tokens.db,application_default_credentials.json,legacy_credentials/**}',
    '~/{.azure/{accesstokens.json,msal_token_cache*,service_principal*},.azd/auth/**,.bluemix/config.json,.passwd-s3fs}',
    '~/.config/{doctl/config.yaml,hcloud/cli.toml,rclone/rclone.conf,scw/config.yaml,linode-cli}',
    '~/{.boto,.s3cfg,.oci/**,.aliyun/config.json,.linode-cli,.tccli/**,.vultr-cli.yaml,.civo.json,.ovh.conf,.mc/config.json,.b2_account_info}',
    '~/.config/{openstack/clouds.yaml,upctl.yaml,exoscale/**,b2/**}',
  ]),
  files('cluster-credentials', 'credentials of a cluster or a container registry', [
    '~/{.kube/config*,.docker/config.json,.docker/contexts/tls/**,.talos/config,.argocd/config,.tsh/**}',
    '~/.config/{containers/auth.json,helm/registry/config.json,argocd/config}',
    '/run/user/*/containers/auth.json',
    '/etc/{kubernetes/admin.conf,rancher/k3s/k3s.yaml}',
    '/{run,var/run}/secrets/**',
  ]),
  files('registry-tokens', 'tokens of a package registry', [
    '~/{.npmrc,.yarnrc,.yarnrc.yml,.pypirc,.pnpmrc,.bunfig.toml,.gem/credentials,.bundle/config,.cargo/credentials*,.pip/pip.conf}',
    '~/.config/{pip/pip.conf,pypoetry/auth.toml,composer/auth.json,configstore/**,pnpm/rc,.bunfig.toml,dart/pub-credentials.json,nuget/nuget.config}',
    '~/library/application support/{pip/pip.conf,pypoetry/auth.toml}',
    '~/appdata/roaming/{pip/pip.ini,pypoetry/auth.toml,nuget/nuget.config,composer/auth.json}',
    '~/{.local/share/uv/credentials/**,.pub-cache/credentials.json,.hex/hex.config,.ivy2/.credentials,.sbt/.credentials,.lein/credentials.clj.gpg,.pause}',
    '~/{.m2/settings*.xml,.gradle/gradle.properties,.nuget/nuget/nuget.config,.composer/auth.json}',
    '~/{.huggingface/token,.cache/huggingface/token}',
  ]),
  files('git-host-tokens', 'tokens of a Git host', [
    '~/.config/{gh/hosts.yml,glab-cli/config.yml,hub,git/credentials,tea/config.yml}',
    '~/{.gitcookies,.gcm/**,.arcrc}',
    '~/appdata/roaming/github cli/hosts.yml',
    '**/{.git-credentials,.netrc,_netrc}',
  ]),
  files('saved-passwords', 'saved passwords', [
    '**/.pgpass',
    '~/{.my.cnf,.mylogin.cnf,.authinfo,.authinfo.gpg,.msmtprc,.fetchmailrc,.offlineimaprc,.mbsyncrc,.smbcredentials,.davfs2/secrets,.vnc/passwd}',
    '~/{.password-store/**,.config/op/**,.op/**,.config/bitwarden*/**,.config/1password/**,.local/share/gopass/**,.local/share/lpass/**,.lpass/**}',
    '~/library/application support/{bitwarden*,1password*}/**',
    '~/library/group containers/*.com.1password/**',
    '~/appdata/{roaming/bitwarden*,local/1password}/**',
    '~/{.config/filezilla/**,.filezilla/**,.local/share/remmina/**,.local/share/dbeaverdata/**/credentials-config.json}',
    '/etc/{shadow,gshadow}*',
    '/etc/{wireguard/**,openvpn/**,networkmanager/system-connections/**,wpa_supplicant/**,ppp/chap-secrets,krb5.keytab}',
    '~/.wireguard/**',
    '**/{*.kdbx,*.kdb,*.agilekeychain,*.opvault,*.ovpn,*.keytab}',
  ]),
  files('keychains', 'a keychain', [
    '{~,}/library/keychains/**',
    '~/.local/share/{keyrings/**,kwalletd/**}',
    '~/{.gnome2/keyrings/**,.kde*/share/apps/kwallet/**,.local/share/python_keyring/**}',
    '~/appdata/local/microsoft/vault/**',
    '~/appdata/{roaming,local}/microsoft/credentials/**',
    '~/appdata/roaming/microsoft/protect/**',
  ]),
  files('gnupg-keys', 'private GnuPG keys', ['**/.gnupg/{private-keys-v1.d/**,secring.gpg}']),
  files('browser-logins', 'passwords or cookies that a browser stores', [
    '**/{google-chrome*,chrome,chromium,brave*,microsoft*edge*,edge,vivaldi,opera*,arc}/**/{cookies,login data*,web data,local state}',
    '**/{firefox,.mozilla,safari}/**/{cookies.sqlite,logins.json,key3.db,key4.db,cookies.binarycookies}',
    '~/.config/{google-chrome*,chromium,bravesoftware,microsoft-edge*,vivaldi,opera}/**',
    '~/{.mozilla,.librewolf,.waterfox,.zen,.thunderbird,snap/firefox,snap/chromium,snap/brave,library/safari,library/cookies}/**',
    '~/.var/app/{org.mozilla.firefox,org.chromium.chromium,com.google.chrome,com.brave.browser,com.microsoft.edge}/**',
    '~/library/application support/{google/chrome,chromium,firefox,bravesoftware,microsoft edge,arc,vivaldi,com.operasoftware.opera,librewolf,zen,thunderbird}/**',
    '~/appdata/local/{google/chrome,chromium,bravesoftware,microsoft/edge,vivaldi,yandex}/**',
    '~/appdata/roaming/{mozilla,opera software,thunderbird,librewolf,zen}/**',
    '**/{login data,logins.json,key4.db,cookies.sqlite,cookies.binarycookies}',
  ]),
  files('wallets', 'a wallet', [
    '**/wallet.dat',
    '~/{.bitcoin/wallets/**,.electrum/wallets/**,.ethereum/keystore/**,.bitmonero/**,monero/wallets/**,.foundry/keystores/**,.brownie/accounts/**,.near-credentials/**,.sui/sui_config/sui.keystore,.aptos/config.yaml,.starknet_accounts/**}',
    '~/.config/{solana/id.json,exodus/**,atomic/**,ledger live/**}',
    '~/{library/application support,appdata/roaming}/{exodus/**,atomic/**,ledger live/**,electrum/wallets/**,bitcoin/wallets/**,ethereum/keystore/**}',
  ]),
  files('service-tokens', 'tokens of a service', [
    '~/{.terraform.d/credentials.tfrc.json,.terraformrc,.pulumi/credentials.json,.vault-token,.fly/config.yml}',
    '~/{.railway/config.json,.supabase/access-token,.sentryclirc,.netlify/config.json,.vercel/auth.json}',
    '~/.config/{netlify/config.json,stripe/config.toml,.wrangler/config/**,heroku/credentials,kaggle/kaggle.json,ngrok/ngrok.yml,railway/config.json,render/**,planetscale/**,turso/**,neonctl/**,atlascli/config.toml,cachix/**,snowflake/**,sops/age/**,vastai/**,slack/**,discord/**}',
    '~/{.wrangler/config/**,.local/share/com.vercel.cli/auth.json,.kaggle/kaggle.json,.databrickscfg,.databricks/token-cache.json,.snowsql/config,.snowflake/**,.ngrok2/ngrok.yml,.cloudflared/**}',
    '~/{.doppler/**,.infisical/**,.circleci/cli.yml,.travis/config.yml,.render/cli.yaml,.twilio-cli/**,.expo/state.json,.wakatime.cfg,.nomad-token,.okta/okta.yaml,.awsvault/keys/**,.saml2aws,.modal.toml,.lightning/credentials.json,.runpod/config.toml,.comet.config}',
    '~/library/{application support/{com.vercel.cli/auth.json,ngrok/ngrok.yml,slack/**,discord/**},preferences/{netlify/config.json,.wrangler/config/**}}',
    '~/appdata/roaming/{com.vercel.cli/data/auth.json,netlify/config/config.json,slack/**,discord/**,xdg.config/.wrangler/config/**,terraform.d/credentials.tfrc.json}',
    '**/{.vault_pass*,.vault_password*}',
  ]),
  files('agent-logins', 'the login of an AI client', [
    '~/.claude/.credentials.json',
    '**/.credentials.json',
    '~/{.claude.json,.codex/auth.json,.copilot/config.json,.mcp-auth/**,.qwen/oauth_creds.json,.codeium/**,.factory/auth.json,.augment/session.json,.aider.conf.yml,.cline/data/secrets.json,.kimi/credentials/**,.pi/agent/auth.json}',
    '~/.local/share/{opencode/{auth.json,mcp-auth.json},kilo/auth.json,crush/crush.json,amp/secrets.json,goose/secrets.yaml,kiro-cli/**,amazon-q/**}',
    '~/{.cursor/{mcp.json,auth.json,cli-config.json},.config/cursor/auth.json,.config/goose/secrets.yaml,.config/io.datasette.llm/keys.json,.config/claude/claude_desktop_config.json}',
    '~/{.config,library/application support,appdata/roaming}/{cursor,code,code - insiders,vscodium,windsurf}/user/globalstorage/state.vscdb*',
    '~/{library/application support,appdata/roaming}/{claude/claude_desktop_config.json,io.datasette.llm/keys.json}',
    '~/.gemini/{oauth_creds.json,google_accounts.json,mcp-oauth-tokens*,.env}',
    '~/{.config/github-copilot/**,.config/anthropic/**,.anthropic/**,.openai/**,.continue/.env}',
  ]),
  files('mettle-keys', 'a key or token of Mettle', ['**/seal-key.pem', '~/.local/state/mettle/{tokens,servers}/**']),
  files(
    'private-key-files',
    'a private key',
    ['**/{*.pem,*.key,*.p12,*.pfx,*.ppk,*.jks,*.keystore}'],
    '*cert*.pem *chain*.pem *pub*.pem ca.pem *-ca.pem ca-*.pem *bundle*.pem *root*.pem *crt*.pem *pub*.key',
  ),
  files(
    'env-files',
    'an .env file',
    ['**/{.env,.env.*}'],
    '*.example *.sample *.template *.dist *.test *.defaults .env.example.*',
  ),
]

/** Programs that use a key without showing it, with their options that name a key. */
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
  kubectl: /^--kubeconfig$/,
  helm: /^--kubeconfig$/,
  gcloud: /^--key-file$/,
}

/** Programs that look at a file's name or state, not at its content. */
export const LOOKS_AT_NAMES: ReadonlySet<string> = new Set(
  `ls ll dir exa eza lsd cd pushd popd stat test [ [[ mkdir touch chmod chown chgrp du tree readlink realpath dirname basename which type
   command export local declare readonly typeset unset alias for select case set shift echo printf rm rmdir unlink shred mktemp true false
   Test-Path Get-ChildItem gci find fd fdfind locate ssh-keyscan env exit return mettle if while`.split(/\s+/),
)

/** Programs that read everything below their folder arguments, with the options that make them do so. */
export const READS_FOLDERS: Readonly<Record<string, RegExp | true>> = {
  ...Object.fromEntries(
    'tar bsdtar gtar 7z 7za rar rsync mv ln pax cpio restic borg rclone ack serve http-server jar Copy-Item Compress-Archive xcopy robocopy'
      .split(' ')
      .map((name) => [name, true as const]),
  ),
  zip: /^-\w*r/,
  cp: /^(?:-\w*[rRa]|--recursive|--archive)/,
  scp: /^-\w*r/,
  grep: /^(?:-\w*[rR]|--recursive|--dereference-recursive)/,
  egrep: /^-\w*[rR]/,
  zgrep: /^-\w*[rR]/,
  rg: /^(?:-\w*u|--hidden|-\.)/,
  ag: /^(?:-\w*u|--hidden)/,
  diff: /^(?:-\w*r|--recursive)/,
  docker: /^build$/,
  podman: /^build$/,
  python: /^(?:http\.server|tarfile|zipfile)$/,
  python3: /^(?:http\.server|tarfile|zipfile)$/,
  git: /^--no-index$/,
  aws: /^(?:--recursive|sync)$/,
  gsutil: /^(?:-r|-R|rsync)$/,
}

/** Command words that print credentials. `**` stands for any words between. */
export const CREDENTIAL_COMMANDS = commands.map(([words = '', rule = '', what = '']) => [words, rule, what] as const)
