import { NO_SCRIPTS } from '../../texts/shop.ts'
import { NO_SCRIPTS_NOTICE } from './no-scripts-notice.ts'

/** What a page of the application shows at the bottom of the window when its scripts do not arrive. */
export const NoScriptsNotice = () => (
  <div id={NO_SCRIPTS_NOTICE} className="fixed inset-x-0 bottom-0 z-20">
    <p role="alert" className="without-scripts bg-bad-soft px-5 py-4 text-center shadow-lg">
      {/* biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own; many pages share this HTML */}
      {NO_SCRIPTS.text} <a href="">{NO_SCRIPTS.tryAgain}</a>
    </p>
  </div>
)
