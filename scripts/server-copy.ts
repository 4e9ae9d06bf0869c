// A copy of this Debian for trying what deploy/ does on a server. Nothing of it outlives the run, and it has no systemd.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const canCopySystem = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const COPY = `
  mount -t tmpfs copy /mnt
  mkdir /mnt/changes /mnt/work /mnt/system
  mount -t overlay -o lowerdir=/,upperdir=/mnt/changes,workdir=/mnt/work copy /mnt/system
  mount --bind /dev /mnt/system/dev
  mount -t proc proc /mnt/system/proc
  exec chroot /mnt/system sh -euc "$1"`

/** The units start nothing, and whoever asks for a page gets one. `at-stop` is what happens when the shop is stopped. */
const STAND_INS = `
  mkdir -p /stand-ins /sources /opt/boutique/releases /etc/boutique
  printf '#!/bin/sh\\ncase $1 in show) echo 0 ;; stop) sh -c "$(cat /at-stop 2>/dev/null)" ;; esac' >/stand-ins/systemctl
  printf '#!/bin/sh' >/stand-ins/curl
  cp /stand-ins/curl /stand-ins/journalctl
  chmod +x /stand-ins/*
  useradd --system --user-group --no-create-home boutique
  install -d -m 0700 -o boutique -g boutique /var/lib/boutique /var/cache/boutique /var/backups/boutique
  echo DATA_DIR=/var/lib/boutique >/etc/boutique/boutique.env
  exec 2>&1
`

/** Runs a shell script as root in such a copy, with the deploy folder in /sources. Returns what it printed. */
export function onServerCopy(script: string) {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  const steps = `${STAND_INS} cp -r ${process.cwd()}/deploy /sources; cd /; ${script}`
  const { stdout, stderr, status } = spawnSync(
    'unshare',
    ['--mount', '--pid', '--fork', 'sh', '-euc', COPY, '', steps],
    {
      env: { PATH: ['/stand-ins', ...path].join(':') },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`The script ended with ${status}: ${stdout}${stderr}`)
  return stdout.trim().split('\n')
}
