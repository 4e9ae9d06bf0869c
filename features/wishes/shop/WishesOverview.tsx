import { Head } from '#web/ui/Head.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { WISHES } from './texts.ts'
import { WISH_LIST } from './wish-list-id.ts'

/** The page of the wish list, the same for everybody: its script fills it with what the browser has. */
export const WishesOverview = () => (
  <div className="mx-auto grid w-full max-w-page gap-8 px-5 py-10 sm:px-8 lg:py-16">
    <Head title={WISHES.title} description={WISHES.description} noIndex />
    <h1>{WISHES.title}</h1>
    <noscript>
      <p>{WISHES.noScripts}</p>
    </noscript>
    <div id={WISH_LIST} data-wish="list" className="min-h-96">
      <Skeleton className="with-scripts h-96" />
    </div>
  </div>
)
