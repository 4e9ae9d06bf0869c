import { useParams } from 'react-router'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { NotFound } from '#web/shop/layout/NotFound.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { GUIDE_PAGES, type GuidePageName } from '../contract.ts'
import { useGuidePageQuery } from './setupApi.ts'
import { SHOP_CHECK } from './texts.ts'

/** A page of the guide, which comes with the shop and opens without internet. */
export default function GuideScreen() {
  const { page } = useParams()
  const name = GUIDE_PAGES.find((one) => one === page)
  return name ? <Guide name={name} /> : <NotFound />
}

function Guide({ name }: { name: GuidePageName }) {
  const query = useGuidePageQuery(name)
  const { currentData: page } = query
  return (
    <article className="grid max-w-3xl grid-cols-1 gap-5">
      <Link to="/admin/shop-check" className="inline-flex min-h-11 items-center justify-self-start">
        {SHOP_CHECK.back}
      </Link>
      <LoadFailure queries={[query]} />
      {query.isLoading && <Skeleton className="h-dvh" />}
      {page && (
        <>
          <Head title={page.title} noIndex />
          <h1>{page.title}</h1>
          <div
            className="guide text-page wrap-anywhere"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: of the shop's own folder docs/
            dangerouslySetInnerHTML={{ __html: page.html }}
          />
        </>
      )}
    </article>
  )
}
