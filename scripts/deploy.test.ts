import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#server/env.ts'
import { isSmtpUrl } from '#server/mail/smtp-url.ts'
import { canCopySystem, onServerCopy } from './server-copy.ts'
import { PROGRAM, START_COMMAND } from './start-shop.ts'

const text = (file: string) => readFileSync(file, 'utf8')
const unit = text('deploy/boutique.service')
const dockerfile = text('Dockerfile')

test('the service and the container start the same program as npm start, with its settings', () => {
  const flags = START_COMMAND.match(/--[\w-]+=\d+/g) ?? []
  const variables = START_COMMAND.match(/MALLOC_\w+=\d+/g) ?? []
  expect([flags.length, variables.length]).toEqual([3, 3])
  for (const part of [...flags, ...variables, PROGRAM]) {
    expect(unit).toContain(part)
    expect(dockerfile).toContain(part)
  }
})

test.for([
  ['install.sh', /^#?([A-Z][A-Z0-9_]+)=/gm, text('deploy/install.sh').split('SETTINGS\n')[1] ?? ''],
  ['compose.yaml', /^ {6}([A-Z][A-Z0-9_]+):/gm, text('compose.yaml')],
] as const)('%s writes settings that the shop knows', ([, pattern, written]) => {
  const names = [...written.matchAll(pattern)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name = '') => !SETTING_NAMES.includes(name))).toEqual([])
})

test('no image has the settings or the data of whoever builds it', () => {
  const ignored = text('.dockerignore').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules', '.git']))
})

test('every mail server of the guide is one', () => {
  const urls = text('docs/your-own-shop.md').match(/(?<=SMTP_URL=)[^\s`]+/g) ?? []
  expect(urls).toHaveLength(3)
  expect(urls.filter((url) => !isSmtpUrl(url))).toEqual([])
})

/** A shop whose build only says who builds it, and tries to change what root installs. */
const SOURCES = `
  mkdir -p /sources/server/db/migrations/1
  touch /sources/server/main.ts
  echo '{"scripts": {"prestart": "sh ./build.sh"}}' >/sources/package.json
  cat >/sources/build.sh <<'BUILD'
  mkdir -p node_modules/.bin
  ln -s /bin/true node_modules/.bin/node
  echo "$(id -un) in $HOME" >built
  for file in deploy/boutique deploy/boutique.service; do echo changed >>$file; done
  (trap '' HUP; while sleep 0.01; do echo changed >>deploy/boutique; done) >/dev/null 2>&1 &
BUILD
  boutique() { sh /sources/deploy/boutique "$@"; }
`

test.runIf(canCopySystem)('a shop that was broken into cannot change what root installs with the next version', () => {
  const broken = `
    cd /var/cache/boutique
    echo script-shell=/var/cache/boutique/shell >.npmrc
    printf '#!/bin/sh\necho changed >>deploy/boutique; id -un >/tmp/shell; exec sh "$@"' >shell
    chmod +x shell
    cd /`
  const printed = onServerCopy(`${SOURCES} ${broken}
    boutique first-release /sources
    cat /opt/boutique/current/built
    cmp /sources/deploy/boutique /usr/local/bin/boutique && echo the command of the sources
    cmp /sources/deploy/boutique.service /etc/systemd/system/boutique.service && echo the unit of the sources
    [ ! -e /tmp/shell ] || echo the shell ran as "$(cat /tmp/shell)"
    find /opt/boutique/current/ ! -user root
    ls -A /opt/boutique
    ls -d /proc/[0-9]* | xargs stat -c %U 2>/dev/null | grep boutique || echo no process is left`)
  expect(printed).toEqual([
    'boutique-build in /opt/boutique/build',
    'the command of the sources',
    'the unit of the sources',
    'current',
    'releases',
    'no process is left',
  ])
})

/** Whatever outlives the stop puts a link in the place of the database. */
const SURVIVOR = `runuser -u boutique -- node -e "
  for (const until = Date.now() + 10000; Date.now() < until; )
    try { fs.symlinkSync('/etc/elsewhere', '/var/lib/boutique/postgres'); break } catch {}" &`

test.runIf(canCopySystem).for([
  ['a stopped shop', ':', ['0 files elsewhere', 'before of boutique', 'after of boutique']],
  ['a shop of which something goes on', SURVIVOR, ['0 files elsewhere', 'after of boutique']],
] as const)('a rollback with tables writes nothing outside of the folder of %s', ([, atStop, expected]) => {
  const printed = onServerCopy(`${SOURCES}
    boutique first-release /sources
    runuser -u boutique -- sh -c 'mkdir -m 0700 /var/lib/boutique/postgres; echo before >/var/lib/boutique/postgres/rows'
    mkdir /etc/elsewhere /sources/server/db/migrations/2
    sleep 1
    boutique upgrade /sources
    runuser -u boutique -- sh -c 'echo after >/var/lib/boutique/postgres/rows'
    cat >/at-stop <<'STOP'
${atStop}
STOP
    boutique rollback --tables || true
    echo "$(ls -A /etc/elsewhere | wc -l) files elsewhere"
    cd /var/lib/boutique
    for folder in postgres postgres.replaced; do
      [ -L $folder ] || [ ! -f $folder/rows ] || echo "$(cat $folder/rows) of $(stat -c %U $folder/rows)"
    done`)
  expect(printed).toEqual(expect.arrayContaining([...expected]))
})
