import { chromium } from 'playwright-core';
for (const args of [['--use-angle=swiftshader','--enable-unsafe-swiftshader'],['--use-gl=angle','--use-angle=swiftshader-webgl','--enable-unsafe-swiftshader','--ignore-gpu-blocklist'],['--use-gl=egl'], ['--enable-unsafe-swiftshader']]) {
  const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox',...args]});
  const p = await b.newPage(); const logs=[]; p.on('console', m=>logs.push(m.text()));
  console.log(args.join(' '), await p.evaluate(()=>{const c=document.createElement('canvas');let err='';c.addEventListener('webglcontextcreationerror',e=>err=e.statusMessage);const g=c.getContext('webgl');return g?g.getParameter(g.VERSION):'null '+err}), logs);
  await b.close();
}
