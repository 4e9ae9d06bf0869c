import type { ComponentProps } from 'react'
import { BOX, type FieldProps, useField } from './Field.tsx'

/** A box for several lines under its label; it grows with what is written. */
export function TextAreaField({ label, error, hint, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const field = useField({ label, error, hint }, area.id)
  return field.surround(<textarea {...area} {...field.props} className={`${BOX} field-sizing-content min-h-40`} />)
}
