import { Field } from '#web/ui/Field.tsx'
import type { Connections, MailEntry } from '../contract.ts'
import { CONNECTION_FIELDS } from '../messages.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import { useEnterMailMutation, useTestEnteredMailMutation } from './setupApi.ts'
import { CONNECTION } from './texts.ts'

const NAMES = ['server', 'port', 'user', 'password', 'sender'] as const
type Texts = Record<(typeof NAMES)[number], string>

const entryOf = ({ port, ...texts }: Texts): MailEntry => ({ ...texts, port: Number(port) })

/** The mail server of the shop: user and password can be entered and not be read. */
export function MailConnection({ of, isNeeded }: { of: Connections['mail']; isNeeded: boolean }) {
  const [save] = useEnterMailMutation()
  const [test] = useTestEnteredMailMutation()
  const secret = { autoComplete: 'off', placeholder: of.enteredAt ? CONNECTION.unchanged : '' }
  return (
    <ConnectionForm
      {...{ name: 'mail', source: of, names: NAMES, isNeeded }}
      save={(values) => save(entryOf(values))}
      test={(values) => test(entryOf(values))}
    >
      {(errors) => (
        <>
          <div className="grid gap-5 sm:grid-cols-[1fr_8rem]">
            <Field
              label={CONNECTION_FIELDS.server}
              name="server"
              autoComplete="off"
              placeholder={CONNECTION.serverExample}
              defaultValue={of.server}
              {...(errors.server && { error: errors.server })}
            />
            <Field
              label={CONNECTION.port}
              name="port"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={of.port}
              {...(errors.port && { error: errors.port })}
            />
          </div>
          <Field label={CONNECTION_FIELDS.user} name="user" {...secret} {...(errors.user && { error: errors.user })} />
          <Field
            label={CONNECTION_FIELDS.password}
            hint={CONNECTION.passwordHint}
            name="password"
            type="password"
            {...secret}
            {...(errors.password && { error: errors.password })}
          />
          <Field
            label={CONNECTION.sender}
            name="sender"
            type="email"
            autoComplete="off"
            defaultValue={of.sender}
            {...(errors.sender && { error: errors.sender })}
          />
        </>
      )}
    </ConnectionForm>
  )
}
