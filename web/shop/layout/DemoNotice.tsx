import { useShop } from '#web/shop/settings/use-shop.ts'
import { DEMO_NOTICE } from '#web/texts/shop.ts'

/** The notice on every page of a public demo. */
export const DemoNotice = () =>
  useShop().payments === 'public-demo' && (
    <aside aria-label={DEMO_NOTICE.label} className="bg-warning-soft px-5 py-2 text-center text-sm text-warning">
      <strong className="font-semibold">{DEMO_NOTICE.title}</strong> {DEMO_NOTICE.text}
    </aside>
  )
