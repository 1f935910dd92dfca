import { launch, serve, Visitor, SIZES } from './playground.mjs';
const [,, pages, sizes = 'big,phone', query = '', out = '/tmp/shots'] = process.argv;
SIZES.big = { viewport: { width: 1440, height: 900 } };
const server = await serve(), browser = await launch(!process.env.NOGL);
for (const size of sizes.split(',')) {
  const v = await Visitor.come(browser, server.url + query, { size });
  for (const page of pages.split(',')) {
    const t0 = Date.now();
    await v.open(page === 'gallery' ? '' : `#/${page}`);
    await v.ask('step', 20);
    await v.page.waitForTimeout(300);
    await v.page.screenshot({ path: `${out}/${page.replace(/\W/g, '_')}-${size}.png` });
    console.log(page, size, Date.now() - t0, JSON.stringify(v.errors.splice(0)), (await v.ask('frame'))?.error);
  }
  await v.context.close();
}
await browser.close(); server.close();
