import type { ReactNode } from 'react'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { ShopName } from '#web/ui/Head.tsx'
import { DemoNotice } from './DemoNotice.tsx'
import { Footer } from './Footer.tsx'
import { NoticeBar } from './NoticeBar.tsx'

type Props = { header: ReactNode; isBusy?: boolean; children: ReactNode }

/** What surrounds the content of every page of the shop. `isBusy` while the next page is on its way. */
export const Frame = ({ header, isBusy = false, children }: Props) => (
  <BareFrame isBusy={isBusy}>
    <SkipLink />
    <NoticeBar />
    {header}
    <main id="main" tabIndex={-1} className="grow outline-none">
      {children}
    </main>
    <Footer />
  </BareFrame>
)

/** A page without header and footer. A public demo says on every page what it is. */
export const BareFrame = ({ isBusy, children }: { isBusy: boolean; children: ReactNode }) => (
  <ShopName value={useShop().name}>
    <div id="app" aria-busy={isBusy} className="busy-bar flex min-h-dvh flex-col">
      <DemoNotice />
      {children}
    </div>
  </ShopName>
)

/** The link to the content, for keyboards. */
export const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-3 left-3 z-30 -translate-y-24 rounded-full bg-accent px-6 py-3 text-card focus:translate-y-0 hover:text-card"
  >
    {LAYOUT.skip}
  </a>
)
