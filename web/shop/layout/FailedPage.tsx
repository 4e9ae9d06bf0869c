import { FAILURE } from '#web/texts/failure.ts'
import { LAYOUT } from '#web/texts/shop.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'

/** Replaces a page whose data could not be loaded. `href` is its own address, to try again. */
export const FailedPage = ({ message = FAILURE.ours, href }: { message?: string | undefined; href: string }) => (
  <div className="mx-auto grid max-w-2xl gap-6 px-5 py-16 lg:py-24">
    <Head title={FAILURE.title} noIndex />
    <h1>{FAILURE.title}</h1>
    <StandingAlert of={message}>{message}</StandingAlert>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={href}>{FAILURE.tryAgain}</ButtonLink>
      <ButtonLink to="/shop" variant="secondary">
        {LAYOUT.browse}
      </ButtonLink>
    </div>
  </div>
)
