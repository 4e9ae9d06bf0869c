import { type ComponentProps, useState } from 'react'
import { PASSWORD_FIELD } from '../texts/account.ts'
import { BOX, type FieldProps, useField } from './Field.tsx'

/** A password with its label, and a button that shows what is typed. */
export function PasswordField({ label, error, hint, ...input }: FieldProps & ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  const field = useField({ label, error, hint }, input.id)
  return field.surround(
    <div className="relative">
      <input {...input} {...field.props} type={isShown ? 'text' : 'password'} className={`${BOX} pr-20`} />
      <button
        type="button"
        aria-label={isShown ? PASSWORD_FIELD.hideTyped : PASSWORD_FIELD.showTyped}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 min-w-16 rounded-md px-4 text-sm font-medium text-accent hover:text-accent-deep"
      >
        {isShown ? PASSWORD_FIELD.hide : PASSWORD_FIELD.show}
      </button>
    </div>,
  )
}
