import type { Translation } from '$shared/i18n/core';
import type { el } from './el';

export const en: Translation<typeof el> = {
  'home.pageTitle': 'Agon · board-game championships',
  'home.description': 'Registration, calls, games and results of a national board-game championship.',
  'home.kicker': 'A national board-game championship',
  'home.title': 'A seat at the table, from sign-up to the final.',
  'home.lead':
    'Agon keeps the order of entries, the tables, the score sheets and the standings, so that everybody plays by the same rules.',
  'home.staffLink': 'Staff entrance',
  'home.myEntry': 'My entry',
  'home.docsLink': 'API documentation',

  'home.championships': 'Championships',
  'home.noChampionships': 'No championship has been announced yet.',
  'home.noChampionshipsMore':
    'Once registration opens you will find the cities, the dates and the terms here.',

  'home.howTitle': 'How a championship goes',
  'home.step1': 'Registration',
  'home.step1.text':
    'You enter for one city. Your place in the order is the moment we received your entry, and it never changes.',
  'home.step2': 'The call',
  'home.step2.text': 'We phone you to confirm. If somebody cannot come, the place goes to the next in line.',
  'home.step3': 'The day',
  'home.step3.text': 'Tables are drawn, judges keep the sheets, and the standings go up after every round.',
  'home.step4': 'The final',
  'home.step4.text':
    'The best of each city meet in the national final. If one cannot come, the next of the same city plays.',

  'home.keepTitle': 'What we always keep to',
  'home.keep1': 'One order for all',
  'home.keep1.text':
    'Who entered first comes first. Every change of a place has a reason and a name behind it.',
  'home.keep2': 'Results by nickname',
  'home.keep2.text': 'Standings show the nickname you chose, never your name or your phone number.',
  'home.keep3': 'Your data are yours',
  'home.keep3.text': 'Ask for a copy, a correction or erasure in as few steps as it took to register.',

  'home.foot': 'Agon is free software under the Apache 2.0 licence.',

  'app.pageTitle': 'Agon · championship',
  'app.noScript': 'These pages need JavaScript.',

  '404.pageTitle': 'Not found · Agon',
  '404.title': 'Nobody sits here.',
  '404.text':
    'The page you asked for does not exist or has moved. Check the address, or start from the beginning.',
  '404.home': 'Home page',
};
