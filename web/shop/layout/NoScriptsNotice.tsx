import { NO_SCRIPTS } from '#web/texts/shop.ts'
import { Button } from '#web/ui/Button.tsx'
import { NO_SCRIPTS_NOTICE } from './no-scripts-notice.ts'

const LOOK = 'without-scripts bg-bad-soft px-5 py-4 text-center shadow-lg'

/**
 * What a page of the application shows at the bottom of the window when its scripts do not arrive. The one that adds a
 * product to the cart, `isAdding`, leads to the checkout without JavaScript: its form is sent to the page's own address,
 * which has the fields of the buy box.
 */
export const NoScriptsNotice = ({ isAdding }: { isAdding: boolean }) => (
  <div id={NO_SCRIPTS_NOTICE} className="fixed inset-x-0 bottom-0 z-20">
    {isAdding ? (
      <div role="alert" className={LOOK}>
        <p>{NO_SCRIPTS.cart}</p>
        <form method="post" className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 pt-3">
          <Button>{NO_SCRIPTS.order}</Button>
          <TryAgain />
        </form>
      </div>
    ) : (
      <p role="alert" className={LOOK}>
        {NO_SCRIPTS.text} <TryAgain />
      </p>
    )}
  </div>
)

const TryAgain = () => (
  // biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own; many pages share this HTML
  <a href="">{NO_SCRIPTS.tryAgain}</a>
)
