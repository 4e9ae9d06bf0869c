import type { FastifyInstance } from 'fastify'
import { WALLET_FRAME } from '#contract/wallet-frame.ts'
import type { Context } from '#server/platform/context.ts'
import type { readAssets } from './assets.ts'
import { WALLET_FRAME_TEXT } from './texts.ts'

type Options = Pick<Context, 'gateway'> & { assets: Pick<Awaited<ReturnType<typeof readAssets>>, 'scripts'> }

/** Serves the document in which Square's wallets stand, where Square takes the payments. */
export function serveWalletFrame(app: FastifyInstance, { gateway, assets }: Options) {
  if (gateway.setup.provider !== 'square') return
  const { entry, preload } = assets.scripts('wallets', [])
  const html = frameDocument(entry, preload)
  app.get(WALLET_FRAME, { schema: { hide: true } }, (_, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html),
  )
}

/** It is transparent, as high as its buttons, and empty until its script has found wallets. */
const frameDocument = (entry: string, preload: string[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>${WALLET_FRAME_TEXT.title}</title>
<style>body{margin:0;display:flex;gap:.75rem;background:transparent}</style>
${preload.map((file) => `<link rel="modulepreload" href="${file}">`).join('')}<script type="module" src="${entry}"></script>
</head><body></body></html>
`
