import { useIsOn, useShop } from '#web/shop/settings/use-shop.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { CONSENT } from '../texts.ts'
import { LETTERS_PAGE } from './texts.ts'

/** The way to letters at the foot of the home page, where the shop offers them. */
export function LettersBand() {
  const { name } = useShop()
  if (!useIsOn('offersLetters')) return null
  return (
    <section aria-labelledby="letters" className="border-t border-line bg-accent-soft">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-10 gap-y-6 px-5 py-10 sm:px-8 lg:py-12">
        <div className="grid min-w-0 grow basis-80 gap-2">
          <h2 id="letters" className="text-2xl">
            {LETTERS_PAGE.title}
          </h2>
          <p className="max-w-prose break-words">{CONSENT.page(name)}</p>
        </div>
        <ButtonLink to="/letters" className="w-full sm:w-auto">
          {LETTERS_PAGE.send}
        </ButtonLink>
      </div>
    </section>
  )
}
