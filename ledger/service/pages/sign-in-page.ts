import { element } from '../../../reporters/html-element.ts'
import { input } from './fields.ts'
import { notice, renderPage } from './page.ts'

/** @param wrong why it did not work the last time */
export const signInPage = (base: string, wrong?: string): string =>
  renderPage({
    title: 'Sign in · touchstone',
    base,
    body: [
      element('h1', {}, 'Sign in'),
      ...(wrong === undefined ? [] : [notice('bad', wrong)]),
      element(
        'form',
        { method: 'post', action: `${base}/admin/sign-in`, class: 'stack' },
        input({ name: 'name', label: 'Name' }, {}, { autocomplete: 'username', required: 'required', maxlength: 64 }),
        input(
          { name: 'password', label: 'Password' },
          {},
          { type: 'password', autocomplete: 'current-password', required: 'required', maxlength: 256 },
        ),
        element('button', { class: 'main' }, 'Sign in'),
      ),
    ],
  })
