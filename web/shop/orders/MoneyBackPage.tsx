import { LinkAction } from '#web/shop/accounts/LinkAction.tsx'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { DELAY, DELAY_LINK } from '#web/texts/delays.ts'
import { useAnswerDelayByLinkMutation } from './delaysApi.ts'

/** The target of the link by which the buyer of a delayed order asks for the money back. */
export default function MoneyBackPage() {
  const { voice } = useShop()
  const [answer, { data, error, isLoading }] = useAnswerDelayByLinkMutation()
  const { title, lead, done } = DELAY_LINK.refund
  return (
    <LinkAction
      {...{ title, lead, error, button: DELAY.refund }}
      done={data && done[voice](data.number)}
      act={(link) => answer({ link, answer: 'refund' })}
      isBusy={isLoading}
    />
  )
}
